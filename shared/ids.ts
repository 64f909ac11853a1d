import { z } from 'zod';
import { readEndpoint } from './endpoint.ts';

const hex128 = z.string().regex(/^[0-9a-f]{32}$/, 'expected 32 hexadecimal digits');

/** `sha256:` and 64 hexadecimal digits. */
export const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'expected sha256: and 64 hexadecimal digits').brand<'Digest'>();
export const receiptIdSchema = hex128.brand<'ReceiptId'>();
export const attemptIdSchema = hex128.brand<'AttemptId'>();
export const bindingIdSchema = hex128.brand<'BindingId'>();
export const executionIdSchema = hex128.brand<'ExecutionId'>();
export const installationIdSchema = hex128.brand<'InstallationId'>();

/** What the engine calls itself (`/info`), compared on every new connection. */
export const engineIdSchema = z.string().min(1).max(200).brand<'EngineId'>();

/** Where an engine is dialled: see `readEndpoint`. */
export const endpointSchema = z
  .string()
  .superRefine((text, context) => {
    const read = readEndpoint(text);
    if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
  })
  .brand<'Endpoint'>();

/** `role` or `role@team`: what a worker sits on over time. */
export const seatSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}(@[a-z0-9][a-z0-9-]{0,39})?$/, 'use lower-case letters, digits and hyphens, as in reviewer@atlas')
  .brand<'Seat'>();

/** Fixed-width ISO 8601 in UTC with milliseconds, kept as text exactly as hashed. */
export const instantSchema = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/).brand<'Instant'>();

/** An absolute path in the guest without empty, `.` or `..` parts. */
export const guestPathSchema = z
  .string()
  .max(4096)
  .regex(/^(\/[^/\0]+)+$/, 'expected an absolute path in the guest')
  .refine((path) => !path.split('/').some((part) => part === '.' || part === '..'), 'the path must not hold . or ..');

export type Digest = z.infer<typeof digestSchema>;
export type ReceiptId = z.infer<typeof receiptIdSchema>;
export type AttemptId = z.infer<typeof attemptIdSchema>;
export type BindingId = z.infer<typeof bindingIdSchema>;
export type ExecutionId = z.infer<typeof executionIdSchema>;
export type InstallationId = z.infer<typeof installationIdSchema>;
export type EngineId = z.infer<typeof engineIdSchema>;
export type Endpoint = z.infer<typeof endpointSchema>;
export type Seat = z.infer<typeof seatSchema>;
export type Instant = z.infer<typeof instantSchema>;

export const instantOf = (millisecondsSinceEpoch: number): Instant => new Date(millisecondsSinceEpoch).toISOString() as Instant;

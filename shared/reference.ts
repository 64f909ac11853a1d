import { z } from 'zod';
import { bindingIdSchema, digestSchema, endpointSchema, engineIdSchema, executionIdSchema, guestPathSchema, seatSchema } from './ids.ts';

export const resourceKindSchema = z.enum(['container', 'volume', 'network']);
/** What a resource is for, within its worker. */
export const resourceRoleSchema = z.enum(['container', 'work', 'state', 'network']);

const ofWorker = { engine: engineIdSchema, seat: seatSchema, binding: bindingIdSchema };

/** What a receipt is about. */
export const refSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('installation') }),
  z.strictObject({ kind: z.literal('endpoint'), endpoint: endpointSchema }),
  z.strictObject({ kind: z.literal('engine'), engine: engineIdSchema }),
  z.strictObject({ kind: z.literal('image'), engine: engineIdSchema, reference: z.string().min(1).max(300) }),
  z.strictObject({ kind: z.literal('binding'), ...ofWorker }),
  z.strictObject({
    kind: z.literal('resource'),
    ...ofWorker,
    role: resourceRoleSchema,
    resource: resourceKindSchema,
    name: z.string().min(1).max(255),
    /** The engine's immutable id where it gives one and we know it. */
    id: z.string().min(1).max(255).optional(),
  }),
  /** One manifest of files on its way into the worker. */
  z.strictObject({ kind: z.literal('projection'), ...ofWorker, manifest: digestSchema }),
  z.strictObject({ kind: z.literal('execution'), ...ofWorker, execution: executionIdSchema }),
  z.strictObject({ kind: z.literal('artifact'), ...ofWorker, path: guestPathSchema }),
  /** Something that was not created for a worker of this console. A volume's id is its name. */
  z.strictObject({ kind: z.literal('external'), engine: engineIdSchema, resource: resourceKindSchema, id: z.string().min(1).max(255), name: z.string().min(1).max(255) }),
]);

export type ResourceKind = z.infer<typeof resourceKindSchema>;
export type ResourceRole = z.infer<typeof resourceRoleSchema>;
/** The two volumes. */
export type VolumeRole = Extract<ResourceRole, 'work' | 'state'>;
export type Ref = z.infer<typeof refSchema>;
export const resourceKinds = resourceKindSchema.options;
export type ExternalRef = Extract<Ref, { kind: 'external' }>;
export type ResourceRef = Extract<Ref, { kind: 'resource' }>;

export const kindOfRole: Readonly<Record<ResourceRole, ResourceKind>> = { container: 'container', work: 'volume', state: 'volume', network: 'network' };

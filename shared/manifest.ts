import { z } from 'zod';
import { changeSchema, findingSchema } from './finding.ts';
import { digestSchema, guestPathSchema } from './ids.ts';
import { unmarkedReasons } from './nonce-line.ts';
import { guest } from './worker-spec.ts';

export const fileClassSchema = z.enum(['role', 'startup', 'skill', 'context', 'schema', 'native_settings', 'checkpoint', 'credential_reference']);

/** A credential reference is never bytes in a staging folder: a grant lets a worker use what it names. */
export const stagedClassSchema = fileClassSchema.exclude(['credential_reference']);

/** One file a worker is given. Bytes and hash are of what is staged; the source's hash differs only where there are changes. */
export const manifestEntrySchema = z.strictObject({
  /** Relative to what was chosen, with forward slashes. */
  path: z.string().min(1).max(4096),
  class: stagedClassSchema,
  bytes: z.number().int().safe().nonnegative(),
  sourceDigest: digestSchema,
  stagedDigest: digestSchema,
  /** Permission bits, e.g. 0o644. */
  mode: z.number().int().min(0).max(0o777),
  /** Absolute in the guest. */
  destination: guestPathSchema,
  /** What was changed in the staged copy, in this order. */
  changes: z.array(changeSchema).exactOptional(),
  /** Of a context file that has no nonce line: why. */
  unmarked: z.enum(unmarkedReasons).exactOptional(),
});

export const manifestSchema = z.strictObject({
  entries: z.array(manifestEntrySchema),
  /** What the review of the staged files found. */
  findings: z.array(findingSchema).exactOptional(),
  /** The nonce of this revision, by the digest of its document. Its context files carry it. */
  nonce: digestSchema.exactOptional(),
});

export const deliveryStateSchema = z.enum(['matched', 'differing', 'missing']);

/** What the fresh archive held, in the order of the manifest's entries. */
export const deliveryResultSchema = z.strictObject({ states: z.array(deliveryStateSchema) });

export type FileClass = z.infer<typeof fileClassSchema>;
export type StagedClass = z.infer<typeof stagedClassSchema>;
export type ManifestEntry = z.infer<typeof manifestEntrySchema>;
export type Manifest = z.infer<typeof manifestSchema>;
export type DeliveryState = z.infer<typeof deliveryStateSchema>;
export type DeliveryResult = z.infer<typeof deliveryResultSchema>;

export const fileClasses: readonly FileClass[] = fileClassSchema.options;
export const stagedClasses: readonly StagedClass[] = stagedClassSchema.options;

export const isStaged = (fileClass: FileClass): fileClass is StagedClass => fileClass !== 'credential_reference';

/** Native settings and checkpoints belong to the harness's home; everything else is working input. */
export function destinationFolderOf(fileClass: StagedClass): string {
  return fileClass === 'native_settings' || fileClass === 'checkpoint' ? guest.home : guest.task;
}

/** Whether it has the line of its revision, so that its ingestion can be seen. */
export const isMarked = ({ changes = [] }: ManifestEntry): boolean => changes.some(({ way }) => way === 'marked');

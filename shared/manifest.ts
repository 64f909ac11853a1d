import { z } from 'zod';
import { digestSchema, guestPathSchema } from './ids.ts';
import { guest } from './worker-spec.ts';

export const fileClassSchema = z.enum(['role', 'startup', 'skill', 'context', 'schema', 'native_settings', 'checkpoint']);

/** One file a worker is given. Bytes and hashes are of the whole file; the two hashes differ only if staging changed it. */
export const manifestEntrySchema = z.strictObject({
  /** Relative to what was chosen, with forward slashes. */
  path: z.string().min(1).max(4096),
  class: fileClassSchema,
  bytes: z.number().int().safe().nonnegative(),
  sourceDigest: digestSchema,
  stagedDigest: digestSchema,
  /** Permission bits, e.g. 0o644. */
  mode: z.number().int().min(0).max(0o777),
  /** Absolute in the guest. */
  destination: guestPathSchema,
});

export const manifestSchema = z.strictObject({ entries: z.array(manifestEntrySchema) });

export const deliveryStateSchema = z.enum(['matched', 'differing', 'missing']);

/** What the fresh archive held, in the order of the manifest's entries. */
export const deliveryResultSchema = z.strictObject({ states: z.array(deliveryStateSchema) });

export type FileClass = z.infer<typeof fileClassSchema>;
export type ManifestEntry = z.infer<typeof manifestEntrySchema>;
export type Manifest = z.infer<typeof manifestSchema>;
export type DeliveryState = z.infer<typeof deliveryStateSchema>;
export type DeliveryResult = z.infer<typeof deliveryResultSchema>;

export const fileClasses: readonly FileClass[] = fileClassSchema.options;

/** Native settings and checkpoints belong to the harness's home; everything else is working input. */
export function destinationFolderOf(fileClass: FileClass): string {
  return fileClass === 'native_settings' || fileClass === 'checkpoint' ? guest.home : guest.task;
}

import type { Binding } from '../../../shared/binding.ts';
import type { Digest } from '../../../shared/ids.ts';
import { manifestSchema } from '../../../shared/manifest.ts';
import { guest } from '../../../shared/worker-spec.ts';
import type { Journal } from '../ledger/journal.ts';

export interface DeliveredFile {
  readonly bytes: number;
  readonly digest: Digest;
}

/** What was put into the workspace, by its path there, the latest of each; null where a manifest is not kept any more. */
export function deliveredFiles(journal: Journal, { projections }: Binding): ReadonlyMap<string, DeliveredFile> | null {
  const delivered = projections
    .map(({ manifest, deliveries }) => ({ manifest, seq: deliveries.findLast(({ settlement }) => settlement?.disposition === 'applied')?.settlement?.seq }))
    .filter((projection): projection is { manifest: Digest; seq: number } => projection.seq !== undefined)
    .sort((one, other) => one.seq - other.seq);
  const files = new Map<string, DeliveredFile>();
  for (const { manifest } of delivered) {
    const kept = manifestSchema.safeParse(journal.document(manifest));
    if (!kept.success) return null;
    for (const { destination, bytes, stagedDigest } of kept.data.entries) if (destination.startsWith(`${guest.work}/`)) files.set(destination, { bytes, digest: stagedDigest });
  }
  return files;
}

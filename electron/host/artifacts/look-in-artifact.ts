import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Binding } from '../../../shared/binding.ts';
import type { Digest } from '../../../shared/ids.ts';
import { mostSearchedBytes } from '../../../shared/ingestion.ts';
import type { Journal } from '../ledger/journal.ts';
import type { KeptManifests } from '../projection/kept-manifests.ts';
import { finderOf, recordIngested, soughtIn } from '../projection/record-ingested.ts';

interface LookMeans {
  readonly journal: Journal;
  readonly manifests: KeptManifests;
}

interface Published {
  /** In the guest. */
  readonly path: string;
  readonly destination: string;
  readonly digest: Digest;
}

/** Looks for the nonces of delivered context in a result that left. A result that is a delivered file unchanged shows nothing. */
export async function lookInArtifact({ journal, manifests }: LookMeans, binding: Binding, { path, destination, digest }: Published, signal?: AbortSignal): Promise<number> {
  const sought = soughtIn(journal, manifests, binding);
  if (sought.manifests.size === 0 || sought.copies.has(digest)) return 0;
  const finder = finderOf(sought);
  const file = await open(destination, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    for await (const chunk of file.createReadStream({ autoClose: false, end: mostSearchedBytes - 1, highWaterMark: 256 * 1024 })) {
      signal?.throwIfAborted();
      finder.add(chunk as Buffer);
    }
  } finally {
    await file.close();
  }
  return recordIngested(journal, manifests, binding, 'artifact', path, finder.end(), 'the exported file, as it was published');
}

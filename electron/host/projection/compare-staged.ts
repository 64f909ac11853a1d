import type { Binding } from '../../../shared/binding.ts';
import type { Digest } from '../../../shared/ids.ts';
import { bytesText } from '../../../shared/quantities.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { FileComparison } from '../../../shared/revision.ts';
import { runBounded } from '../ledger/threads/run-bounded.ts';
import type { SpawnThread } from '../ledger/threads/spawn-threads.ts';
import type { KeptManifests } from './kept-manifests.ts';
import type { ProjectionJob } from './projection-jobs.ts';
import { stagedFile, stagingFolder } from './staging-folder.ts';

/** Larger texts are told apart by their hashes alone. */
export const mostComparedBytes = 256 * 1024;
const patienceMs = 20_000;

interface CompareMeans {
  readonly dataFolder: string;
  readonly spawn: SpawnThread;
  readonly manifests: KeptManifests;
}

/** The text of one staged file against what was delivered to its place before: both as staged, off the main thread. */
export async function compareStaged({ dataFolder, spawn, manifests }: CompareMeans, binding: Binding, manifest: Digest, destination: string): Promise<Result<FileComparison>> {
  const file = manifests.revised(binding, manifest)?.files.find(({ entry }) => entry.destination === destination);
  if (!file?.before || file.revision === 'gone') return refused(refusal('not_found', 'There is nothing to compare this file with.', 'Look at its row: it says how it stands to the last delivery.'));
  const { entry, before } = file;
  if (Math.max(entry.bytes, before.entry.bytes) > mostComparedBytes) return ok({ kind: 'none', says: `texts of up to ${bytesText(mostComparedBytes)} are compared line by line` });
  const place = (digest: Digest): string => stagedFile(stagingFolder(dataFolder, binding.id, digest), manifests.read(digest)?.entries.findIndex((each) => each.destination === destination) ?? -1);
  const job: ProjectionJob = { kind: 'compare', before: place(before.manifest), after: place(manifest) };
  const end = await runBounded<FileComparison>(spawn, 'content', job, { patienceMs });
  switch (end.kind) {
    case 'done': return ok(end.value);
    case 'late': return ok({ kind: 'none', says: 'comparing them took too long' });
    case 'failed': return ok({ kind: 'none', says: `they cannot be compared: ${end.says}` });
  }
}

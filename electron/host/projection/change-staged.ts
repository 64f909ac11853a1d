import { constants, existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import type { Binding } from '../../../shared/binding.ts';
import { waysOf, type Finding, type FindingWay, type StagedChange } from '../../../shared/finding.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { Manifest, ManifestEntry } from '../../../shared/manifest.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { digestText, sha256 } from '../ledger/digest.ts';
import { runBounded } from '../ledger/threads/run-bounded.ts';
import type { SpawnThread } from '../ledger/threads/spawn-threads.ts';
import { lookInImage } from './look-in-image.ts';
import type { ChangedSettings, ProjectionJob } from './projection-jobs.ts';
import { manifestOf, recordStaged } from './record-staged.ts';
import type { StageMeans } from './stage-sources.ts';
import { finishStaging, stagedFile, stagingFolder, withStaging } from './staging-folder.ts';

interface Staged {
  readonly digest: Digest;
  readonly manifest: Manifest;
}

type ChangingWay = Exclude<FindingWay, { way: 'accept' }>;

/** Stages the same files once more, with one finding fixed or dropped. The manifest before it stays as it was. */
export async function changeStaged({ journal, dataFolder, spawn, readers }: StageMeans, binding: Binding, { digest, manifest }: Staged, finding: Finding, way: ChangingWay): Promise<Result<Digest>> {
  const from = stagingFolder(dataFolder, binding.id, digest);
  const index = manifest.entries.findIndex(({ path }) => path === finding.file);
  const entry = manifest.entries[index];
  if (!entry || !existsSync(from)) return refused(refusal('not_found', 'The staged copies of these files are not kept any more.', 'Stage the files again.'));
  const bytes = await readFile(stagedFile(from, index));
  if (digestText(sha256(bytes)) !== entry.stagedDigest) return refused(refusal('changed_since', 'The staged copy is not what was recorded.', 'Stage the files again.'));
  const changed = await changedInThread(spawn, bytes, finding, way);
  if (!changed.ok) return changed;

  return withStaging(dataFolder, binding.id, async (staging) => {
    for (const other of manifest.entries.keys()) {
      if (other !== index) await copyFile(stagedFile(from, other), stagedFile(staging, other), constants.COPYFILE_FICLONE);
    }
    await writeFile(stagedFile(staging, index), changed.value.bytes, { mode: 0o600 });
    const entries = manifest.entries.with(index, changedEntry(entry, changed.value.bytes, changeOf(finding, way)));
    const others = (manifest.findings ?? []).filter(({ file }) => file !== entry.path);
    const findings = await lookInImage(readers, binding, changed.value.findings);
    const next = manifestOf(entries, [...others, ...findings], manifest.nonce);
    const kept = journal.keep(next);
    await finishStaging(staging, dataFolder, binding.id, kept, next.entries);
    recordStaged(journal, binding, kept, next);
    return ok(kept);
  });
}

const changedEntry = (entry: ManifestEntry, bytes: Uint8Array, change: StagedChange): ManifestEntry => ({
  ...entry,
  bytes: bytes.length,
  stagedDigest: digestText(sha256(bytes)),
  changes: [...(entry.changes ?? []), change],
});

function changeOf(finding: Finding, way: ChangingWay): StagedChange {
  switch (way.way) {
    case 'fix': return { way: 'fixed', finding, value: way.value };
    case 'drop': return { way: 'dropped', finding };
  }
}

const patienceMs = 20_000;

/** Off the main thread, and not for ever: what a settings file makes of its reader is the file's doing. */
async function changedInThread(spawn: SpawnThread, bytes: Uint8Array, finding: Finding, way: ChangingWay): Promise<Result<ChangedSettings>> {
  const job: ProjectionJob = { kind: 'change', bytes, finding, way };
  const end = await runBounded<Result<ChangedSettings>>(spawn, 'content', job, { patienceMs });
  if (end.kind === 'done') return end.value;
  const why = end.kind === 'late' ? 'it took too long' : end.says;
  return refused(refusal('unsupported', `This file cannot be changed: ${why}.`, `Change the file itself and stage it again${waysOf(finding).includes('accept') ? ', or accept the finding' : ''}.`));
}

import { digestOf, digestOfText } from '../../electron/host/ledger/digest.ts';
import type { Digest } from '../../shared/ids.ts';
import { destinationFolderOf, isMarked, stagedClasses, type Manifest, type ManifestEntry } from '../../shared/manifest.ts';
import { hexOf, type SeedWorker } from './seed-worker.ts';

/** One for each thing that can be the matter with a worker. */
export const workerKinds = [
  'requested', 'refused', 'prepared', 'staged', 'delivered', 'differing', 'working', 'ended', 'exported', 'failed', 'unconfirmed', 'closing', 'removed', 'released', 'returned', 'left_before',
] as const;

export type WorkerKind = (typeof workerKinds)[number];

const folder = 'a-folder-whose-name-somebody-once-thought-was-a-good-idea';

/** The same for the same worker: its files, and the nonce of their revision. */
function aGift({ id }: SeedWorker, files: number) {
  const nonce = { contextNonce: hexOf(`nonce ${id}`) };
  return { nonce, manifest: aManifest(files, digestOf(nonce)) };
}

function aManifest(files: number, nonce: Digest): Manifest {
  const entries = Array.from({ length: files }, (_, index): ManifestEntry => {
    const fileClass = stagedClasses[index % stagedClasses.length] ?? 'context';
    const path = `${index % 5 === 0 ? `${folder}/` : ''}notes/file-${String(index).padStart(5, '0')}.md`;
    const digest = digestOfText(path);
    const entry = { path, class: fileClass, bytes: 200 + ((index * 7919) % 90_000), sourceDigest: digest, stagedDigest: digest, mode: 0o644, destination: `${destinationFolderOf(fileClass)}/${path}` };
    return fileClass === 'context' ? ofRevision(entry, index, nonce) : entry;
  });
  return { entries, nonce };
}

/** Context ends with the line of its revision, but where it cannot have one. */
function ofRevision(entry: ManifestEntry, index: number, nonce: Digest): ManifestEntry {
  if (index % 4 === 2) return { ...entry, unmarked: 'not_text' };
  return { ...entry, bytes: entry.bytes + 62, stagedDigest: digestOfText(`${entry.path} with a line at its end`), changes: [{ way: 'marked', form: 'markdown', nonce }] };
}

/** Takes a worker as far on its way as its kind says. */
export function tell(worker: SeedWorker, kind: WorkerKind, files: number): void {
  switch (kind) {
    case 'requested': return;
    case 'refused': return void worker.creation('work').creation('state', 'refused');
    case 'prepared': return void worker.prepared();
    case 'staged': return void stage(worker.prepared(), files);
    case 'delivered': return void deliver(worker.prepared(), files);
    case 'differing': return void deliver(worker.prepared(), files, Math.min(3, files - 1));
    case 'working': return void deliver(worker.prepared(), files).launched().observed();
    case 'ended': return void deliver(worker.prepared(), files).launched().observed().exited(0);
    case 'exported': return void exportAll(ingest(deliver(worker.prepared(), files).launched().observed(), files).exited(0));
    case 'failed': return void deliver(worker.prepared(), files).launched().observed('seccomp').exited(137, true);
    case 'unconfirmed': return void exportAll(worker.prepared().launched().observed().exited(0)).asked('remove_container', worker.resource('container'));
    case 'closing': return void exportAll(worker.prepared().launched().exited(0)).removed('container');
    case 'removed': return void exportAll(worker.prepared().launched().exited(0)).removed('container').removed('work').removed('state');
    case 'released': return void worker.prepared().released();
    case 'returned': return void worker.prepared().released().returned('container').returned('work').left('work');
    case 'left_before': return void refuseAll(exportAll(worker.prepared().launched().exited(0)).launched().exited(1));
  }
}

function stage(worker: SeedWorker, files: number) {
  const { manifest, nonce } = aGift(worker, files);
  worker.keep(nonce);
  const revision = { nonce: digestOf(nonce), files: manifest.entries.filter(isMarked).length };
  const value = { manifest: worker.keep(manifest as never), files, bytes: manifest.entries.reduce((sum, { bytes }) => sum + bytes, 0), revision };
  worker.staged(value);
  return value;
}

function deliver(worker: SeedWorker, files: number, differing = 0): SeedWorker {
  const states = Array.from({ length: files }, (_, index) => (index < differing ? (index === 0 ? 'missing' : 'differing') : 'matched'));
  const missing = Math.min(1, differing);
  const { manifest, bytes } = stage(worker, files);
  return worker.delivered({ manifest, files, bytes, matched: files - differing, differing: differing - missing, missing, result: worker.keep({ states }) });
}

/** What it was given comes back in its log, in its harness's notes and in its results. */
function ingest(worker: SeedWorker, files: number): SeedWorker {
  const { manifest, nonce } = aGift(worker, files);
  const given = { manifest: digestOf(manifest as never), nonce: digestOf(nonce) };
  for (const [index, { path }] of manifest.entries.filter(isMarked).entries()) {
    const found = { ...given, file: path, line: 1 + index * 1013, offset: index };
    if (index % 3 === 0) worker.ingested({ ...found, seen: 'log', place: 'log' });
    if (index % 3 === 1) worker.ingested({ ...found, seen: 'transcript', place: '/state/home/.harness/sessions/5b1f/transcript-of-everything-that-was-said.jsonl' });
    if (index % 2 === 0) worker.ingested({ ...found, seen: 'artifact', place: '/workspace/results/report.md' });
  }
  return worker;
}

function refuseAll(worker: SeedWorker): SeedWorker {
  for (const { path } of worker.spec.artifacts) worker.exported(path, { outcome: 'refused', says: 'it has 2,000,000 bytes, more than the 1,000,000 allowed' });
  return worker;
}

function exportAll(worker: SeedWorker): SeedWorker {
  for (const { path } of worker.spec.artifacts) {
    worker.exported(path, { outcome: 'published', digest: digestOfText(path), bytes: 8412, destination: `/home/operator/Bailiwick/${worker.spec.seat}${path}` });
  }
  return worker;
}

import { digestOfText } from '../../electron/host/ledger/digest.ts';
import { destinationFolderOf, stagedClasses, type Manifest } from '../../shared/manifest.ts';
import type { SeedWorker } from './seed-worker.ts';

/** One for each thing that can be the matter with a worker. */
export const workerKinds = [
  'requested', 'refused', 'prepared', 'staged', 'delivered', 'differing', 'working', 'ended', 'exported', 'failed', 'unconfirmed', 'closing', 'removed',
] as const;

export type WorkerKind = (typeof workerKinds)[number];

const folder = 'a-folder-whose-name-somebody-once-thought-was-a-good-idea';

function aManifest(files: number): Manifest {
  const entries = Array.from({ length: files }, (_, index) => {
    const fileClass = stagedClasses[index % stagedClasses.length] ?? 'context';
    const path = `${index % 5 === 0 ? `${folder}/` : ''}notes/file-${String(index).padStart(5, '0')}.md`;
    const digest = digestOfText(path);
    return { path, class: fileClass, bytes: 200 + ((index * 7919) % 90_000), sourceDigest: digest, stagedDigest: digest, mode: 0o644, destination: `${destinationFolderOf(fileClass)}/${path}` };
  });
  return { entries };
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
    case 'exported': return void exportAll(deliver(worker.prepared(), files).launched().observed().exited(0));
    case 'failed': return void deliver(worker.prepared(), files).launched().observed('seccomp').exited(137, true);
    case 'unconfirmed': return void exportAll(worker.prepared().launched().observed().exited(0)).asked('remove_container', worker.resource('container'));
    case 'closing': return void exportAll(worker.prepared().launched().exited(0)).removed('container');
    case 'removed': return void exportAll(worker.prepared().launched().exited(0)).removed('container').removed('work').removed('state');
  }
}

function stage(worker: SeedWorker, files: number) {
  const manifest = aManifest(files);
  const value = { manifest: worker.keep(manifest as never), files, bytes: manifest.entries.reduce((sum, { bytes }) => sum + bytes, 0) };
  worker.staged(value);
  return value;
}

function deliver(worker: SeedWorker, files: number, differing = 0): SeedWorker {
  const states = Array.from({ length: files }, (_, index) => (index < differing ? (index === 0 ? 'missing' : 'differing') : 'matched'));
  const missing = Math.min(1, differing);
  return worker.delivered({ ...stage(worker, files), matched: files - differing, differing: differing - missing, missing, result: worker.keep({ states }) });
}

function exportAll(worker: SeedWorker): SeedWorker {
  for (const { path } of worker.spec.artifacts) {
    worker.exported(path, { outcome: 'published', digest: digestOfText(path), bytes: 8412, destination: `/home/operator/Bailiwick/${worker.spec.seat}${path}` });
  }
  return worker;
}

import type { Binding } from '../../../shared/binding.ts';
import type { Digest } from '../../../shared/ids.ts';
import { destinationFolderOf, isMarked, isStaged, type FileClass, type ManifestEntry, type StagedClass } from '../../../shared/manifest.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { EngineReaders } from '../engine/engine-reader.ts';
import type { Journal } from '../ledger/journal.ts';
import type { SpawnThread } from '../ledger/threads/spawn-threads.ts';
import { copySource } from './copy-source.ts';
import { markedEntry, newNonce, type Nonce } from './context-nonce.ts';
import { lookInImage } from './look-in-image.ts';
import { manifestOf, recordStaged } from './record-staged.ts';
import { reviewStaged } from './review-staged.ts';
import { printable } from './safe-path.ts';
import { finishStaging, stagedFile, withStaging } from './staging-folder.ts';
import { cancelled, walkSources, type ChosenSources, type SourceFile, type StagingLimits } from './walk-sources.ts';

export const stagingLimits: StagingLimits = { files: 20_000, bytes: 4 * 1024 ** 3 };

export interface StagingProgress {
  readonly files: number;
  readonly totalFiles: number;
  readonly bytes: number;
  readonly totalBytes: number;
}

export interface StageRequest {
  readonly binding: Binding;
  readonly chosen: ChosenSources;
  readonly class: FileClass;
  readonly limits?: StagingLimits;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: StagingProgress) => void;
}

type StagedRequest = StageRequest & { readonly class: StagedClass };

export interface StageMeans {
  readonly journal: Journal;
  readonly dataFolder: string;
  readonly spawn: SpawnThread;
  readonly readers: EngineReaders;
}

/** Copies what was chosen into the console's own folder and records the manifest. A refusal leaves nothing behind. */
export async function stageSources(means: StageMeans, request: StageRequest): Promise<Result<Digest>> {
  if (!means.journal.writable) return refused(refusal('ledger_not_writable', 'The ledger could not be written, so nothing can be staged.', 'Mend what stands in the way, then open the console again.'));
  const { class: fileClass } = request;
  if (!isStaged(fileClass)) return refused(notBytes);
  return stageBytes(means, { ...request, class: fileClass });
}

const notBytes = refusal('unsafe_file', 'A credential reference names a credential, and its bytes are never staged.', 'Use a grant: with one the worker can use the credential without being given the file.');

async function stageBytes({ journal, dataFolder, spawn, readers }: StageMeans, request: StagedRequest): Promise<Result<Digest>> {
  const walked = await walkSources(request.chosen, request.limits ?? stagingLimits, request.signal);
  if (!walked.ok) return walked;
  const tooLong = walked.value.find((file) => destinationOf(file, request.class).length > 4096);
  if (tooLong) return refused(refusal('unsafe_file', `The path of “${printable(tooLong.path)}” is too long for the guest.`, 'Choose a folder further down, or shorten the path.'));

  return withStaging(dataFolder, request.binding.id, async (staging) => {
    const nonce = request.class === 'context' ? newNonce() : undefined;
    const entries = await copyAll(walked.value, staging, request, nonce);
    if (!entries.ok) return entries;
    const reviewed = await reviewStaged(spawn, staging, entries.value, request.signal);
    if (!reviewed.ok) return reviewed;
    const findings = await lookInImage(readers, request.binding, reviewed.value, request.signal);
    if (request.signal?.aborted) return refused(cancelled);
    const used = entries.value.some(isMarked) ? nonce : undefined;
    const manifest = manifestOf(entries.value, findings, used?.digest);
    const digest = journal.keep(manifest);
    await finishStaging(staging, dataFolder, request.binding.id, digest, manifest.entries);
    recordStaged(journal, request.binding, digest, manifest, used && [used.document]);
    return ok(digest);
  });
}

const destinationOf = (file: SourceFile, fileClass: StagedClass): string => `${destinationFolderOf(fileClass)}/${file.path}`;

const lanes = 4;
const laneBytes = 256 * 1024;

/** A few files at a time, each through a buffer of its own, so that memory does not grow with their number or size. */
async function copyAll(files: readonly SourceFile[], staging: string, request: StagedRequest, nonce?: Nonce): Promise<Result<ManifestEntry[]>> {
  const entries: ManifestEntry[] = [];
  const report = reporterOf(files, request);
  const stop = new AbortController();
  const signal = request.signal ? AbortSignal.any([request.signal, stop.signal]) : stop.signal;
  const queue = files.entries();

  const lane = async (): Promise<Result<null>> => {
    const buffer = Buffer.allocUnsafe(laneBytes);
    for (const [index, file] of queue) {
      const copied = await copySource(file, stagedFile(staging, index), buffer, { signal, onBytes: report.bytes });
      if (!copied.ok) return copied;
      const entry = entryOf(file, copied.value, request.class);
      entries[index] = nonce ? await markedEntry(stagedFile(staging, index), entry, index, nonce) : entry;
      report.file();
    }
    return ok(null);
  };
  const runs = await Promise.allSettled(Array.from({ length: lanes }, () => stoppingOthers(lane, stop)));
  const failed: Result<never>[] = [];
  for (const run of runs) {
    if (run.status === 'rejected') throw run.reason;
    if (!run.value.ok) failed.push(run.value);
  }
  // The lane that met the trouble says why; the others only say that they were stopped.
  return failed.find((result) => !result.ok && result.refusal.code !== 'cancelled') ?? failed[0] ?? ok(entries);
}

async function stoppingOthers(lane: () => Promise<Result<null>>, stop: AbortController): Promise<Result<null>> {
  try {
    const result = await lane();
    if (!result.ok) stop.abort();
    return result;
  } catch (error) {
    stop.abort();
    throw error;
  }
}

const entryOf = (file: SourceFile, digest: Digest, fileClass: StagedClass): ManifestEntry => ({
  path: file.path,
  class: fileClass,
  bytes: Number(file.look.size),
  sourceDigest: digest,
  stagedDigest: digest,
  mode: file.mode,
  destination: destinationOf(file, fileClass),
});

function reporterOf(files: readonly SourceFile[], { onProgress }: StageRequest) {
  const totalBytes = files.reduce((sum, file) => sum + Number(file.look.size), 0);
  let bytes = 0;
  let done = 0;
  const tell = (): void => onProgress?.({ files: done, totalFiles: files.length, bytes, totalBytes });
  return {
    bytes: (more: number): void => { bytes += more; tell(); },
    file: (): void => { done += 1; tell(); },
  };
}

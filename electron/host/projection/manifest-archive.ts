import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pack, type Pack } from 'tar-stream';
import type { Digest } from '../../../shared/ids.ts';
import type { ManifestEntry } from '../../../shared/manifest.ts';
import type { WorkerSpec } from '../../../shared/worker-spec.ts';
import { startDigest } from '../ledger/digest.ts';
import { inLargeChunks } from '../placement/large-chunks.ts';

/** An entry and the file in staging that holds its bytes. */
export interface StagedEntry {
  readonly entry: ManifestEntry;
  readonly file: string;
}

export interface ManifestArchive {
  /** The guest folder that it is unpacked in; every path lies below it. */
  readonly folder: string;
  /** Guest folders to be made, outermost first. */
  readonly newFolders: readonly string[];
  readonly files: readonly StagedEntry[];
  readonly user: WorkerSpec['user'];
  readonly modified: Date;
  readonly signal?: AbortSignal;
  readonly onBytes?: (bytes: number) => void;
}

/** A staged copy does not hold the bytes that were recorded, so its archive must not end. */
export class StagedFileChangedError extends Error {
  override name = 'StagedFileChangedError';
}

/** A tar stream of staged files. It fails before its end where a staged file is not what the manifest says. */
export function manifestArchive(archive: ManifestArchive): Readable {
  return Readable.from(chunksOf(archive), { objectMode: false, highWaterMark: 2 * chunkBytes });
}

const chunkBytes = 512 * 1024;

async function* chunksOf(archive: ManifestArchive): AsyncGenerator<Buffer> {
  const tar = pack();
  // Whoever reads it is told; without a listener of its own it would end the process.
  tar.on('error', () => undefined);
  const filled = fill(tar, archive).catch((error: unknown) => tar.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    yield* inLargeChunks(tar as AsyncIterable<Buffer>, chunkBytes);
  } finally {
    tar.destroy();
    await filled;
  }
}

async function fill(tar: Pack, archive: ManifestArchive): Promise<void> {
  for (const folder of archive.newFolders) {
    await added((done) => tar.entry({ ...common(archive), name: relative(archive, folder), type: 'directory', mode: 0o755 }, done));
  }
  for (const staged of archive.files) await addFile(tar, archive, staged);
  tar.finalize();
}

const common = ({ user, modified }: ManifestArchive) => ({ uid: user.uid, gid: user.gid, mtime: modified });

function relative({ folder }: ManifestArchive, path: string): string {
  if (!path.startsWith(`${folder}/`)) throw new StagedFileChangedError(`${path} does not lie below ${folder}`);
  return path.slice(folder.length + 1);
}

function added(add: (done: (error?: Error | null) => void) => unknown): Promise<void> {
  return new Promise((resolve, reject) => add((error) => (error ? reject(error) : resolve())));
}

const regularFile = 0o100000;

async function addFile(tar: Pack, archive: ManifestArchive, { entry, file }: StagedEntry): Promise<void> {
  archive.signal?.throwIfAborted();
  // With the file type in it, the mode 0 is not taken for a missing one.
  const header = { ...common(archive), name: relative(archive, entry.destination), type: 'file', size: entry.bytes, mode: regularFile | entry.mode } as const;
  const staged = await openStaged(file, entry);
  try {
    if ((await staged.stat()).size !== entry.bytes) throw changed(entry);
    await added((done) => {
      const sink = tar.entry(header, done);
      sink.on('error', () => undefined);
      copyVerified(staged, sink, entry, archive).then(
        () => sink.end(null),
        (error: Error) => sink.destroy(error),
      );
    });
  } finally {
    await staged.close();
  }
}

async function copyVerified(staged: FileHandle, sink: ReturnType<Pack['entry']>, entry: ManifestEntry, { signal, onBytes }: ManifestArchive): Promise<void> {
  const digest = startDigest();
  for (let left = entry.bytes; left > 0;) {
    signal?.throwIfAborted();
    const { bytesRead, buffer } = await staged.read(Buffer.allocUnsafe(Math.min(left, chunkBytes)));
    if (bytesRead === 0) throw changed(entry);
    const chunk = buffer.subarray(0, bytesRead);
    digest.add(chunk);
    left -= bytesRead;
    // The last bytes stay back until all of them are known to be right.
    if (left === 0) expectDigest(digest.finish(), entry);
    if (!sink.write(chunk)) await new Promise<void>((resolve) => sink.once('drain', () => resolve()));
    onBytes?.(bytesRead);
  }
  if (entry.bytes === 0) expectDigest(digest.finish(), entry);
}

function expectDigest(found: Digest, entry: ManifestEntry): void {
  if (found !== entry.stagedDigest) throw changed(entry);
}

async function openStaged(file: string, entry: ManifestEntry): Promise<FileHandle> {
  try {
    return await open(file, 'r');
  } catch (cause) {
    throw changed(entry, cause);
  }
}

const changed = ({ path }: ManifestEntry, cause?: unknown): StagedFileChangedError =>
  new StagedFileChangedError(`the staged copy of ${path} is not what was recorded`, { cause });

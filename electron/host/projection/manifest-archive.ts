import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ManifestEntry } from '../../../shared/manifest.ts';
import type { WorkerSpec } from '../../../shared/worker-spec.ts';
import { startDigest } from '../ledger/digest.ts';
import { endBlocks, headerBlocks, paddingOf } from '../placement/tar-blocks.ts';
import { Chunks } from './chunks.ts';

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
  return Readable.from(chunksOf(archive), { objectMode: false, highWaterMark: 1024 * 1024 });
}

async function* chunksOf(archive: ManifestArchive): AsyncGenerator<Buffer> {
  const chunks = new Chunks();
  for (const folder of archive.newFolders) yield* chunks.add(headerOf(archive, { path: folder, type: 'folder', size: 0, mode: 0o755 }));
  for (const staged of archive.files) yield* addFile(chunks, archive, staged);
  yield* chunks.add(endBlocks);
  yield* chunks.end();
}

function headerOf({ folder, user, modified }: ManifestArchive, item: { readonly path: string; readonly type: 'file' | 'folder'; readonly size: number; readonly mode: number }): Buffer {
  if (!item.path.startsWith(`${folder}/`)) throw new StagedFileChangedError(`${item.path} does not lie below ${folder}`);
  return headerBlocks({ ...item, path: item.path.slice(folder.length + 1), ...user, modifiedSeconds: Math.floor(modified.getTime() / 1000) });
}

async function* addFile(chunks: Chunks, archive: ManifestArchive, { entry, file }: StagedEntry): AsyncGenerator<Buffer> {
  archive.signal?.throwIfAborted();
  yield* chunks.add(headerOf(archive, { path: entry.destination, type: 'file', size: entry.bytes, mode: entry.mode }));
  const staged = await openStaged(file, entry);
  try {
    if ((await staged.stat()).size !== entry.bytes) throw changed(entry);
    yield* addContent(chunks, archive, staged, entry);
  } finally {
    await staged.close();
  }
  yield* chunks.add(Buffer.alloc(paddingOf(entry.bytes)));
}

/** The chunk with the last bytes stays back until all of them are known to be right. */
async function* addContent(chunks: Chunks, { signal, onBytes }: ManifestArchive, staged: FileHandle, entry: ManifestEntry): AsyncGenerator<Buffer> {
  const digest = startDigest();
  for (let left = entry.bytes; left > 0;) {
    yield* chunks.makeRoom();
    signal?.throwIfAborted();
    const read = await chunks.fill((buffer, offset, room) => staged.read(buffer, offset, Math.min(left, room)));
    if (read.length === 0) throw changed(entry);
    digest.add(read);
    left -= read.length;
    onBytes?.(read.length);
  }
  if (digest.finish() !== entry.stagedDigest) throw changed(entry);
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

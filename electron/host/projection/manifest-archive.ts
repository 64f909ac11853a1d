import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ManifestEntry } from '../../../shared/manifest.ts';
import type { WorkerSpec } from '../../../shared/worker-spec.ts';
import { startDigest } from '../ledger/digest.ts';
import { endBlocks, headerBlocks, paddingOf } from '../placement/tar-blocks.ts';
import { Chunks, chunkBytes } from './chunks.ts';

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
  const chunks = new Chunks();
  const tar = Readable.from(chunksOf(archive, chunks), { highWaterMark: chunksAhead });
  tar.pipe = (destination) => {
    void sendTo(destination, tar, chunks);
    return destination;
  };
  return tar;
}

const chunksAhead = 2;

/** As a pipe does it, but that each chunk is filled again once it was written. Why the archive failed its own listeners hear. */
async function sendTo(destination: NodeJS.WritableStream, tar: Readable, chunks: Chunks): Promise<void> {
  const written = (chunk: Buffer) => new Promise<void>((resolve, reject) => {
    destination.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
  try {
    for await (const chunk of tar as AsyncIterable<Buffer>) {
      await written(chunk);
      chunks.takeBack(chunk);
    }
    destination.end();
  } catch {
    tar.destroy();
  }
}

async function* chunksOf(archive: ManifestArchive, chunks: Chunks): AsyncGenerator<Buffer> {
  for (const folder of archive.newFolders) yield* chunks.add(headerOf(archive, { path: folder, type: 'folder', size: 0, mode: 0o755 }));
  try {
    for (const staged of archive.files) {
      archive.signal?.throwIfAborted();
      const { bytes, mode, destination } = staged.entry;
      yield* chunks.add(headerOf(archive, { path: destination, type: 'file', size: bytes, mode }));
      if (bytes <= smallBytes) yield* addSmall(chunks, archive, staged);
      else yield* addLarge(chunks, archive, staged);
      yield* chunks.add(Buffer.alloc(paddingOf(bytes)));
    }
  } catch (error) {
    throw isFileError(error) ? new StagedFileChangedError(`a staged copy cannot be read: ${error.message}`, { cause: error }) : error;
  }
  yield* chunks.add(endBlocks);
  yield* chunks.end();
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error;

function headerOf({ folder, user, modified }: ManifestArchive, item: { readonly path: string; readonly type: 'file' | 'folder'; readonly size: number; readonly mode: number }): Buffer {
  if (!item.path.startsWith(`${folder}/`)) throw new StagedFileChangedError(`${item.path} does not lie below ${folder}`);
  return headerBlocks({ ...item, path: item.path.slice(folder.length + 1), ...user, modifiedSeconds: Math.floor(modified.getTime() / 1000) });
}

/** Read at once and in place: for a file like this, waiting and copying take longer than reading. */
const smallBytes = chunkBytes / 2;

function* addSmall(chunks: Chunks, { onBytes }: ManifestArchive, { file, entry }: StagedEntry): Generator<Buffer> {
  yield* chunks.makeRoom(entry.bytes);
  const content = chunks.place(entry.bytes);
  const staged = openSync(file, 'r');
  try {
    if (fstatSync(staged).size !== entry.bytes || readSync(staged, content) !== entry.bytes) throw changed(entry);
  } finally {
    closeSync(staged);
  }
  const digest = startDigest();
  digest.add(content);
  if (digest.finish() !== entry.stagedDigest) throw changed(entry);
  onBytes?.(content.length);
}

async function* addLarge(chunks: Chunks, archive: ManifestArchive, { file, entry }: StagedEntry): AsyncGenerator<Buffer> {
  const staged = await open(file, 'r');
  try {
    if ((await staged.stat()).size !== entry.bytes) throw changed(entry);
    yield* addContent(chunks, archive, staged, entry);
  } finally {
    await staged.close();
  }
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

const changed = ({ path }: ManifestEntry): StagedFileChangedError => new StagedFileChangedError(`the staged copy of ${path} is not what was recorded`);

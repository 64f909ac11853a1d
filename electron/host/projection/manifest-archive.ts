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
  for await (const opened of openedAhead(archive.files)) yield* addFile(chunks, archive, opened);
  yield* chunks.add(endBlocks);
  yield* chunks.end();
}

function headerOf({ folder, user, modified }: ManifestArchive, item: { readonly path: string; readonly type: 'file' | 'folder'; readonly size: number; readonly mode: number }): Buffer {
  if (!item.path.startsWith(`${folder}/`)) throw new StagedFileChangedError(`${item.path} does not lie below ${folder}`);
  return headerBlocks({ ...item, path: item.path.slice(folder.length + 1), ...user, modifiedSeconds: Math.floor(modified.getTime() / 1000) });
}

async function* addFile(chunks: Chunks, archive: ManifestArchive, { entry, staged }: OpenedEntry): AsyncGenerator<Buffer> {
  archive.signal?.throwIfAborted();
  yield* chunks.add(headerOf(archive, { path: entry.destination, type: 'file', size: entry.bytes, mode: entry.mode }));
  yield* addContent(chunks, archive, staged, entry);
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

interface OpenedEntry {
  readonly entry: ManifestEntry;
  readonly staged: FileHandle;
}

const filesAhead = 4;

/** Each for its turn. A few are opened before it: on a busy machine every question to the disk waits longer than it takes. */
async function* openedAhead(files: readonly StagedEntry[]): AsyncGenerator<OpenedEntry> {
  const waiting: Promise<OpenedEntry>[] = [];
  try {
    for (const index of files.keys()) {
      for (const file of files.slice(index + waiting.length, index + filesAhead)) waiting.push(heard(openStaged(file)));
      const opened = await waiting.shift();
      if (!opened) return;
      try {
        yield opened;
      } finally {
        await opened.staged.close();
      }
    }
  } finally {
    for (const opened of await Promise.allSettled(waiting)) if (opened.status === 'fulfilled') await opened.value.staged.close();
  }
}

/** What fails before its turn is told in its turn, if that comes. */
function heard<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

async function openStaged({ entry, file }: StagedEntry): Promise<OpenedEntry> {
  const staged = await open(file, 'r').catch((cause: unknown) => {
    throw changed(entry, cause);
  });
  if ((await staged.stat()).size === entry.bytes) return { entry, staged };
  await staged.close();
  throw changed(entry);
}

const changed = ({ path }: ManifestEntry, cause?: unknown): StagedFileChangedError =>
  new StagedFileChangedError(`the staged copy of ${path} is not what was recorded`, { cause });

import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Digest } from '../../../shared/ids.ts';
import type { ManifestEntry } from '../../../shared/manifest.ts';
import type { WorkerSpec } from '../../../shared/worker-spec.ts';
import { startDigest } from '../ledger/digest.ts';
import { archiveEnd, outgoingHeader, paddingAfter, type OutgoingEntry } from './outgoing-header.ts';

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
  return Readable.from(chunksOf(archive), { objectMode: false, highWaterMark: chunkBytes });
}

/** An engine takes a few large writes far faster than many small ones. */
const chunkBytes = 512 * 1024;

async function* chunksOf(archive: ManifestArchive): AsyncGenerator<Buffer> {
  const chunks = new Chunks();
  for (const folder of archive.newFolders) yield* chunks.add(headerOf(archive, folder, { type: 'folder', bytes: 0, mode: 0o755 }));
  for (const staged of archive.files) yield* fileChunks(chunks, archive, staged);
  yield* chunks.add(archiveEnd);
  yield chunks.rest();
}

function headerOf({ folder, user, modified }: ManifestArchive, path: string, entry: Pick<OutgoingEntry, 'type' | 'bytes' | 'mode'>): Buffer {
  if (!path.startsWith(`${folder}/`)) throw new StagedFileChangedError(`${path} does not lie below ${folder}`);
  return outgoingHeader({ ...entry, ...user, path: path.slice(folder.length + 1), modifiedSeconds: Math.floor(modified.getTime() / 1000) });
}

async function* fileChunks(chunks: Chunks, archive: ManifestArchive, { entry, file }: StagedEntry): AsyncGenerator<Buffer> {
  const { signal, onBytes } = archive;
  yield* chunks.add(headerOf(archive, entry.destination, { type: 'file', bytes: entry.bytes, mode: entry.mode }));
  const staged = await openStaged(file, entry);
  try {
    if ((await staged.stat()).size !== entry.bytes) throw changed(entry);
    const digest = startDigest();
    for (let left = entry.bytes; left > 0;) {
      signal?.throwIfAborted();
      const { bytesRead } = await staged.read(chunks.room, 0, Math.min(left, chunks.room.length));
      if (bytesRead === 0) throw changed(entry);
      digest.add(chunks.taken(bytesRead));
      left -= bytesRead;
      // The last bytes stay back until all of them are known to be right.
      if (left === 0) expectDigest(digest.finish(), entry);
      if (chunks.isFull) yield chunks.next();
      onBytes?.(bytesRead);
    }
    if (entry.bytes === 0) expectDigest(digest.finish(), entry);
  } finally {
    await staged.close();
  }
  yield* chunks.add(paddingAfter(entry.bytes));
}

/** Collects an archive in large chunks, into which files are read without a copy. */
class Chunks {
  #chunk = Buffer.allocUnsafeSlow(chunkBytes);
  #used = 0;

  /** Where the next bytes belong; never empty. */
  get room(): Buffer {
    return this.#chunk.subarray(this.#used);
  }

  get isFull(): boolean {
    return this.#used === chunkBytes;
  }

  /** So many bytes were read into the room: these. */
  taken(bytes: number): Buffer {
    this.#used += bytes;
    return this.#chunk.subarray(this.#used - bytes, this.#used);
  }

  *add(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length;) {
      at += this.taken(bytes.copy(this.room, 0, at)).length;
      if (this.isFull) yield this.next();
    }
  }

  next(): Buffer {
    const full = this.rest();
    this.#chunk = Buffer.allocUnsafeSlow(chunkBytes);
    this.#used = 0;
    return full;
  }

  rest(): Buffer {
    return this.#chunk.subarray(0, this.#used);
  }
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

import { open, type FileHandle } from 'node:fs/promises';
import type { Digest } from '../../../shared/ids.ts';
import { startDigest } from '../ledger/digest.ts';
import type { IncomingEntry } from '../projection/incoming-tar.ts';
import type { GuestFileEntries } from './read-guest-file.ts';

export type Received =
  | { readonly kind: 'file'; readonly digest: Digest; readonly bytes: number }
  | { readonly kind: 'refused'; readonly says: string };

export interface Wanted {
  /** The one name that the archive may hold. */
  readonly name: string;
  /** A path that nothing is at yet: the name in the archive names nothing here. */
  readonly staged: string;
  /** Told of the bytes received so far. */
  readonly onBytes?: (bytes: number) => void;
}

/** Takes exactly one regular file out of an untrusted archive. Throws where the archive is damaged or holds more. */
export async function receiveFile(entries: GuestFileEntries, wanted: Wanted): Promise<Received> {
  let received: Received = { kind: 'refused', says: 'the archive is empty' };
  for await (const entry of entries) {
    if (entry.kind === 'refused') return { kind: 'refused', says: entry.says };
    if (entry.path !== wanted.name) return { kind: 'refused', says: `the engine answered with “${entry.path}” for “${wanted.name}”` };
    if (entry.type === 'folder') return { kind: 'refused', says: 'it is a folder' };
    received = await write(entry, wanted);
  }
  return received;
}

async function write(entry: IncomingEntry, { staged, onBytes }: Wanted): Promise<Received> {
  const digest = startDigest();
  const file = await open(staged, 'wx', 0o600);
  try {
    let bytes = 0;
    // One batch is written while the next one arrives and is hashed.
    let writing = Promise.resolve(0);
    // What is on the disk already when the last bytes arrive is not waited for then.
    let [flushing, flushed] = [Promise.resolve(), 0];
    for await (const pieces of inBatches(entry.content)) {
      for (const piece of pieces) digest.add(piece);
      bytes += await writing;
      onBytes?.(bytes);
      if (bytes - flushed >= flushedBytes) {
        await flushing;
        flushing = file.datasync();
        flushing.catch(() => undefined);
        flushed = bytes;
      }
      writing = writeAll(file, pieces);
      writing.catch(() => undefined);
    }
    bytes += await writing;
    onBytes?.(bytes);
    await flushing;
    await file.sync();
    return { kind: 'file', digest: digest.finish(), bytes };
  } finally {
    await file.close();
  }
}

const batchBytes = 1024 * 1024;
const flushedBytes = 16 * batchBytes;

async function* inBatches(content: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < batchBytes) continue;
    yield pieces;
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield pieces;
}

async function writeAll(file: FileHandle, pieces: readonly Buffer[]): Promise<number> {
  const wanted = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const { bytesWritten } = await file.writev(pieces);
  // A disk that fills up takes a part; the rest then says why.
  if (bytesWritten < wanted) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten));
  return wanted;
}

import { open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { centralHeader, centralHeaderBytes, endBytes, endRecord, localHeader, mostEntries, readCentral, readEnd, type EntryForm } from './zip-form.ts';

/** Not an archive in the one form that a bundle has. Nothing of it was unpacked. */
export class NotABundleError extends Error {
  override name = 'NotABundleError';
}

interface Entry extends EntryForm {
  /** Where its own header begins. */
  readonly offset: number;
}

const longestName = 100;
const mostCentralBytes = mostEntries * (centralHeaderBytes + longestName);
const pieceBytes = 1 << 16;

/**
 * An archive of exactly the form that the writer has: every header is written anew and compared, its own when an entry is read,
 * so there is no room between entries, no second name, no path out, no link and nothing compressed. Names that `isAllowed` does
 * not know are refused.
 */
export class ZipReader {
  readonly #handle: FileHandle;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(handle: FileHandle, entries: ReadonlyMap<string, Entry>) {
    this.#handle = handle;
    this.#entries = entries;
  }

  /** Throws NotABundleError. */
  static async open(file: string, isAllowed: (name: string) => boolean): Promise<ZipReader> {
    const handle = await open(file, 'r');
    try {
      return new ZipReader(handle, await entriesOf(handle, isAllowed));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The whole entry; null where its bytes are not those of its checksum. Throws NotABundleError where it is missing or too long. */
  async read(name: string, mostEntryBytes: number): Promise<Buffer | null> {
    const entry = this.#entry(name);
    if (entry.size > mostEntryBytes) throw new NotABundleError(`${name} is longer than it can be.`);
    const header = localHeader(entry);
    const all = await readExactly(this.#handle, entry.offset, header.length + entry.size);
    refuseOtherHeader(header, all);
    const bytes = all.subarray(header.length);
    return crc32(bytes) === entry.crc ? bytes : null;
  }

  /** The entry piece by piece; gives back at the end whether its bytes are those of its checksum. */
  async *pieces(name: string): AsyncGenerator<Buffer, boolean> {
    const entry = this.#entry(name);
    const header = localHeader(entry);
    refuseOtherHeader(header, await readExactly(this.#handle, entry.offset, header.length));
    const first = entry.offset + header.length;
    let sum = 0;
    for (let done = 0; done < entry.size; done += pieceBytes) {
      const piece = await readExactly(this.#handle, first + done, Math.min(pieceBytes, entry.size - done));
      sum = crc32(piece, sum);
      yield piece;
    }
    return sum === entry.crc;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name);
    if (!entry) throw new NotABundleError(`There is no ${name} in it.`);
    return entry;
  }
}

async function entriesOf(handle: FileHandle, isAllowed: (name: string) => boolean): Promise<ReadonlyMap<string, Entry>> {
  const { size } = await handle.stat();
  if (size < endBytes) throw new NotABundleError('It is too short to be a bundle.');
  const record = await readExactly(handle, size - endBytes, endBytes);
  const end = readEnd(record);
  if (!record.equals(endRecord(end.entries, end)) || end.offset + end.size !== size - endBytes || end.size > mostCentralBytes) throw new NotABundleError('It does not end as a bundle ends.');
  const central = await readExactly(handle, end.offset, end.size);
  const entries = new Map<string, Entry>();
  let next = 0;
  for (let at = 0; at < central.length; ) {
    if (at + centralHeaderBytes > central.length) throw new NotABundleError('Its list of entries is cut off.');
    const entry = readCentral(central, at);
    const header = centralHeader(entry, next);
    if (!header.equals(central.subarray(at, at + header.length))) throw new NotABundleError('Its list of entries is not one that the console writes.');
    if (entry.name.length > longestName || !isAllowed(entry.name) || entries.has(entry.name)) throw new NotABundleError(`It holds ${JSON.stringify(entry.name.slice(0, longestName))}, which is not in a bundle, or not twice.`);
    entries.set(entry.name, entry);
    next += localHeader(entry).length + entry.size;
    at += header.length;
  }
  if (next !== end.offset || entries.size !== end.entries) throw new NotABundleError('Its entries are not all that is in it.');
  return entries;
}

function refuseOtherHeader(header: Buffer, bytes: Buffer): void {
  if (!header.equals(bytes.subarray(0, header.length))) throw new NotABundleError('An entry begins as no entry of a bundle does.');
}

async function readExactly(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, at);
  if (bytesRead !== length) throw new NotABundleError('It is shorter than it says.');
  return bytes;
}

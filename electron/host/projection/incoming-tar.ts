import { ByteSource } from './byte-source.ts';
import { dangerOfPath, describeDanger, printable } from './safe-path.ts';
import { BrokenArchiveError, blockSize, parseHeader, type TarHeader } from './tar-header.ts';
import { TarExtensions, isExtension } from './tar-extensions.ts';

export interface IncomingBounds {
  readonly maxEntries: number;
  readonly maxEntryBytes: number;
}

export type EntryType = 'file' | 'folder' | 'link' | 'other';

/** A regular file or a folder under a path that is safe to speak about. It is never the name of anything on this machine. */
export interface IncomingEntry {
  readonly kind: 'entry';
  readonly path: string;
  readonly type: 'file' | 'folder';
  readonly bytes: number;
  readonly mode: number;
  readonly uid: number;
  readonly modifiedSeconds: number;
  /** Once, and only before the next entry is asked for; what is not read is passed over. */
  readonly content: AsyncIterable<Buffer>;
}

/** An entry whose bytes nobody gets. */
export interface RefusedEntry {
  readonly kind: 'refused';
  /** Present where the name itself is safe. */
  readonly path?: string;
  /** Fit to be shown. */
  readonly name: string;
  readonly type: EntryType;
  readonly bytes: number;
  readonly modifiedSeconds: number;
  readonly says: string;
}

/**
 * The one reader of archives that come from a guest. Streams the entries; names are judged after every extension that
 * could change them. Throws BrokenArchiveError where the stream cannot be read without guessing: damage, an end before
 * its end, anything after it, more entries than allowed.
 */
export async function* readIncomingTar(source: AsyncIterable<Uint8Array>, bounds: IncomingBounds): AsyncGenerator<IncomingEntry | RefusedEntry> {
  const bytes = new ByteSource(source);
  const extensions = new TarExtensions();
  try {
    for (let count = 1; ; ) {
      const header = await nextHeader(bytes);
      if (header === null) return void (await expectEnd(bytes, extensions));
      if (isExtension(header)) {
        await extensions.read(header, bytes);
        continue;
      }
      if (count++ > bounds.maxEntries) throw new BrokenArchiveError(`more than ${bounds.maxEntries} entries`);
      const content = new EntryContent(bytes, extensions.sizeOf(header));
      const entry = { ...header, name: extensions.nameOf(header), uid: extensions.uidOf(header), size: content.size };
      yield judge(entry, extensions.end(), content, bounds);
      await content.passOver();
    }
  } finally {
    await bytes.close();
  }
}

async function nextHeader(bytes: ByteSource): Promise<TarHeader | null> {
  const block = await bytes.take(blockSize);
  if (block.length < blockSize) throw new BrokenArchiveError('it ends before its end');
  return parseHeader(block);
}

/** The end is two blocks of zeros, and nothing but zeros after them. */
async function expectEnd(bytes: ByteSource, extensions: TarExtensions): Promise<void> {
  if (extensions.pending) throw new BrokenArchiveError('an extended header without an entry');
  if ((await nextHeader(bytes)) !== null) throw new BrokenArchiveError('an entry after the end');
  for (let rest = await bytes.some(1 << 16); rest !== null; rest = await bytes.some(1 << 16)) {
    if (rest.some((byte) => byte !== 0)) throw new BrokenArchiveError('something after the end');
  }
}

const types: Readonly<Record<string, EntryType>> = { '0': 'file', '7': 'file', '5': 'folder', '1': 'link', '2': 'link' };

function judge(header: TarHeader, sparse: boolean, content: EntryContent, bounds: IncomingBounds): IncomingEntry | RefusedEntry {
  const type = types[header.typeFlag] ?? 'other';
  const carriesBytes = type === 'file' || !/^[1-6]$/.test(header.typeFlag);
  if (!carriesBytes && header.size > 0) throw new BrokenArchiveError('an entry that has no content claims some');

  const { size: bytes, modifiedSeconds } = header;
  const name = printable(header.name);
  const refuse = (says: string, path?: string): RefusedEntry => ({ kind: 'refused', name, type, bytes, modifiedSeconds, says, ...(path !== undefined && { path }) });

  const path = type === 'folder' ? header.name.replace(/\/$/, '') : header.name;
  const danger = dangerOfPath(path);
  if (danger !== null) return refuse(`its name ${describeDanger(danger)}`);
  if (type === 'link') return refuse('it is a link', path);
  if (type === 'other' || sparse) return refuse('it is neither a regular file nor a folder', path);
  if (bytes > bounds.maxEntryBytes) return refuse(`it has ${bytes} bytes, more than the ${bounds.maxEntryBytes} allowed`, path);
  return { kind: 'entry', path, type, bytes, mode: header.mode & 0o777, uid: header.uid, modifiedSeconds, content };
}

class EntryContent implements AsyncIterable<Buffer> {
  readonly size: number;
  readonly #bytes: ByteSource;
  #left: number;

  constructor(bytes: ByteSource, size: number) {
    this.#bytes = bytes;
    this.size = size;
    this.#left = size;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    while (this.#left > 0) {
      const chunk = await this.#bytes.some(this.#left);
      if (chunk === null) throw new BrokenArchiveError('it ends within a file');
      this.#left -= chunk.length;
      yield chunk;
    }
  }

  /** Goes to the next header, over what was not read and the padding. */
  async passOver(): Promise<void> {
    const padding = (blockSize - (this.size % blockSize)) % blockSize;
    if (!(await this.#bytes.skip(this.#left + padding))) throw new BrokenArchiveError('it ends within a file');
    this.#left = 0;
  }
}

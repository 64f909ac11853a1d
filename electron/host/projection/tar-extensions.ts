import { nameText } from '../engine/name-text.ts';
import type { ByteSource } from './byte-source.ts';
import { BrokenArchiveError, blockSize, parsePaxRecords, type TarHeader } from './tar-header.ts';

const maxExtensionBytes = 1024 * 1024;
const mostGlobals = 100;

/** Extended headers (`x`, `g`) and GNU's long names (`L`) and long link targets (`K`). */
export const isExtension = (header: TarHeader): boolean => /^[xgLK]$/.test(header.typeFlag);

/** What extended headers say about the one entry that follows them. */
export class TarExtensions {
  #records: ReadonlyMap<string, Buffer> | null = null;
  #longName: Buffer | null = null;
  #longLink = false;
  #globals = 0;

  get pending(): boolean {
    return this.#records !== null || this.#longName !== null || this.#longLink;
  }

  async read(header: TarHeader, bytes: ByteSource): Promise<void> {
    if (header.size > maxExtensionBytes) throw new BrokenArchiveError('an extended header is too long');
    // Copied, because the view would keep the chunk it came in.
    const content = Buffer.from(await bytes.take(header.size));
    const padding = (blockSize - (header.size % blockSize)) % blockSize;
    if (content.length < header.size || !(await bytes.skip(padding))) throw new BrokenArchiveError('it ends within an extended header');
    this.#keep(header.typeFlag, content);
  }

  #keep(typeFlag: string, content: Buffer): void {
    const repeated = typeFlag === 'x' ? this.#records !== null : typeFlag === 'L' ? this.#longName !== null : typeFlag === 'K' && this.#longLink;
    if (repeated) throw new BrokenArchiveError('two extended headers of one kind for one entry');
    switch (typeFlag) {
      case 'x': this.#records = parsePaxRecords(content); break;
      case 'L': this.#longName = content.subarray(0, content.indexOf(0) === -1 ? content.length : content.indexOf(0)); break;
      case 'K': this.#longLink = true; break;
      default: refuseGlobals(parsePaxRecords(content), (this.#globals += 1));
    }
  }

  nameOf(header: TarHeader): string {
    const path = this.#records?.get('path');
    if (path && this.#longName) throw new BrokenArchiveError('two long names for one entry');
    const long = path ?? this.#longName;
    return long ? nameText(long) : header.name;
  }

  /** An extended size replaces a zero, never another size: two readers must not see two archives. */
  sizeOf(header: TarHeader): number {
    const size = this.#number('size') ?? header.size;
    if (header.size !== 0 && header.size !== size) throw new BrokenArchiveError('two sizes for one entry');
    return size;
  }

  uidOf(header: TarHeader): number {
    return this.#number('uid') ?? header.uid;
  }

  #number(key: string): number | undefined {
    const record = this.#records?.get(key)?.toString('latin1');
    if (record === undefined) return undefined;
    const number = /^\d{1,16}$/.test(record) ? Number(record) : Number.NaN;
    if (!Number.isSafeInteger(number)) throw new BrokenArchiveError(`an extended ${key} that is not a number`);
    return number;
  }

  /** Forgets what was said; says whether the entry is stored sparsely, so that its bytes are not the file's. */
  end(): boolean {
    const sparse = [...(this.#records?.keys() ?? [])].some((key) => key.startsWith('GNU.sparse.'));
    this.#records = null;
    this.#longName = null;
    this.#longLink = false;
    return sparse;
  }
}

function refuseGlobals(records: ReadonlyMap<string, Buffer>, count: number): void {
  if (count > mostGlobals) throw new BrokenArchiveError('too many global headers');
  for (const key of ['path', 'linkpath', 'size']) {
    if (records.has(key)) throw new BrokenArchiveError(`a global header sets every entry’s ${key}`);
  }
}

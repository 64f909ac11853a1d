import { crc32 } from 'node:zlib';
import { centralHeader, endBytes, endRecord, localHeader, mostBytes, mostEntries, type EntryForm } from './zip-form.ts';

/** The archive would be larger than its form can say. */
export class ZipTooLargeError extends Error {
  override name = 'ZipTooLargeError';
}

/** Writes entries one after the other; only their names are kept until the end. */
export class ZipWriter {
  readonly #central: Buffer[] = [];
  #offset = 0;

  whole(name: string, text: string): Buffer {
    const bytes = Buffer.from(text, 'utf8');
    return Buffer.concat([this.begin({ name, size: bytes.length, crc: crc32(bytes) }), bytes]);
  }

  /** The header of an entry whose bytes, as many as it says, come right after it. */
  begin(entry: EntryForm): Buffer {
    const header = localHeader(entry);
    this.#central.push(centralHeader(entry, this.#offset));
    this.#offset += header.length + entry.size;
    if (this.#offset > mostBytes || this.#central.length > mostEntries) throw new ZipTooLargeError('The archive would be larger than its form can say.');
    return header;
  }

  end(): Buffer {
    const central = Buffer.concat(this.#central);
    if (this.#offset + central.length + endBytes > mostBytes) throw new ZipTooLargeError('The archive would be larger than its form can say.');
    return Buffer.concat([central, endRecord(this.#central.length, { offset: this.#offset, size: central.length })]);
  }
}

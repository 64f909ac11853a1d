/**
 * The one form of zip that a bundle has: every entry stored as it is, no dates, no attributes, one after the other and nothing
 * between them. Compressing would make the bytes depend on the machine that wrote them, and a reader that knows only this form
 * has nothing to unpack that could grow.
 */
export interface EntryForm {
  readonly name: string;
  readonly size: number;
  readonly crc: number;
}

export const localHeaderBytes = 30;
export const centralHeaderBytes = 46;
export const endBytes = 22;

/** What the form can count without its 64-bit extension, which it does without. */
export const mostEntries = 65_534;
export const mostBytes = 0xffff_fffe;

const versionNeeded = 20;
/** The first day that the form can name. */
const noDate = 0x0021;
const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;

export function localHeader({ name, size, crc }: EntryForm): Buffer {
  const header = Buffer.alloc(localHeaderBytes + name.length);
  header.writeUInt32LE(signatures.local, 0);
  header.writeUInt16LE(versionNeeded, 4);
  writeCommon(header, 10, { name, size, crc });
  header.write(name, localHeaderBytes, 'latin1');
  return header;
}

export function centralHeader({ name, size, crc }: EntryForm, offset: number): Buffer {
  const header = Buffer.alloc(centralHeaderBytes + name.length);
  header.writeUInt32LE(signatures.central, 0);
  header.writeUInt16LE(versionNeeded, 4);
  header.writeUInt16LE(versionNeeded, 6);
  writeCommon(header, 12, { name, size, crc });
  header.writeUInt32LE(offset, 42);
  header.write(name, centralHeaderBytes, 'latin1');
  return header;
}

/** Time, date, checksum, both sizes and the name's length follow each other in either header. */
function writeCommon(header: Buffer, at: number, { name, size, crc }: EntryForm): void {
  header.writeUInt16LE(noDate, at + 2);
  header.writeUInt32LE(crc, at + 4);
  header.writeUInt32LE(size, at + 8);
  header.writeUInt32LE(size, at + 12);
  header.writeUInt16LE(name.length, at + 16);
}

export function endRecord(entries: number, central: { readonly offset: number; readonly size: number }): Buffer {
  const record = Buffer.alloc(endBytes);
  record.writeUInt32LE(signatures.end, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(central.size, 12);
  record.writeUInt32LE(central.offset, 16);
  return record;
}

/** What a central header at this place says; whether it says it in the right form is seen by writing it anew. */
export function readCentral(bytes: Buffer, at: number): EntryForm & { readonly offset: number } {
  const nameLength = bytes.readUInt16LE(at + 28);
  return {
    crc: bytes.readUInt32LE(at + 16),
    size: bytes.readUInt32LE(at + 24),
    offset: bytes.readUInt32LE(at + 42),
    name: bytes.toString('latin1', at + centralHeaderBytes, at + centralHeaderBytes + nameLength),
  };
}

export const readEnd = (record: Buffer): { readonly entries: number; readonly offset: number; readonly size: number } => ({
  entries: record.readUInt16LE(10),
  size: record.readUInt32LE(12),
  offset: record.readUInt32LE(16),
});

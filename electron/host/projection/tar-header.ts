import { nameText } from '../engine/name-text.ts';

export const blockSize = 512;

/** A tar stream that cannot be read further without guessing. */
export class BrokenArchiveError extends Error {
  override name = 'BrokenArchiveError';
}

/** One header block, with nothing applied to it yet. */
export interface TarHeader {
  readonly typeFlag: string;
  /** As text, also where the bytes are not UTF-8. */
  readonly name: string;
  readonly size: number;
  readonly mode: number;
  readonly uid: number;
  readonly modifiedSeconds: number;
}

/** Reads a header block; `null` is the block of zeros that ends an archive. */
export function parseHeader(block: Buffer): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null;
  if (checksumOf(block) !== numberIn(block, 148, 8)) throw new BrokenArchiveError('a header’s checksum does not fit');

  const format = block.toString('latin1', 257, 265);
  if (format !== 'ustar\x0000' && format !== 'ustar  \0') throw new BrokenArchiveError('a header of an unknown format');
  const prefix = format === 'ustar\x0000' && block[345] !== 0 ? block.subarray(345, 500) : null;

  return {
    typeFlag: block[156] === 0 ? '0' : String.fromCharCode(block[156] ?? 0),
    name: nameText(prefix ? Buffer.concat([upToNul(prefix), Buffer.from('/'), upToNul(block.subarray(0, 100))]) : upToNul(block.subarray(0, 100))),
    size: numberIn(block, 124, 12),
    mode: numberIn(block, 100, 8) & 0o7777,
    uid: numberIn(block, 108, 8),
    // Before 1970 is negative and harmless: no reason to give up on the archive.
    modifiedSeconds: ((block[136] ?? 0) & 0xc0) === 0xc0 ? 0 : numberIn(block, 136, 12),
  };
}

function checksumOf(block: Buffer): number {
  let sum = 0;
  for (const byte of block) sum += byte;
  for (let at = 148; at < 156; at++) sum += 32 - (block[at] ?? 0);
  return sum;
}

/** Octal digits between blanks, or GNU's base-256 where the first bit is set. */
function numberIn(block: Buffer, at: number, length: number): number {
  if (((block[at] ?? 0) & 0x80) !== 0) return base256(block.subarray(at, at + length));
  const digits = block.toString('latin1', at, at + length).replace(/^[ \0]+/, '').replace(/[ \0].*$/s, '');
  if (!/^[0-7]*$/.test(digits)) throw new BrokenArchiveError('a header’s number is not a number');
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

function base256(field: Buffer): number {
  let value = BigInt((field[0] ?? 0) & 0x7f);
  for (const byte of field.subarray(1)) value = value * 256n + BigInt(byte);
  // A set second bit is a negative number: nothing here has one.
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new BrokenArchiveError('a header’s number is out of range');
  return Number(value);
}

function upToNul(field: Buffer): Buffer {
  const end = field.indexOf(0);
  return end === -1 ? field : field.subarray(0, end);
}

/** The records of an extended header: a length, a key, a value. */
export function parsePaxRecords(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const records = new Map<string, Buffer>();
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const digits = bytes.toString('latin1', at, space === -1 ? at : space);
    const end = at + (/^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : 0);
    const equals = bytes.indexOf(0x3d, space);
    if (end > bytes.length || end <= space || equals <= space || equals >= end || bytes[end - 1] !== 0x0a) {
      throw new BrokenArchiveError('an extended header’s record does not fit');
    }
    records.set(bytes.toString('utf8', space + 1, equals), bytes.subarray(equals + 1, end - 1));
    at = end;
  }
  return records;
}

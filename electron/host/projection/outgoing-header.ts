import { blockSize } from './tar-header.ts';

export interface OutgoingEntry {
  /** Relative to the folder that the archive is unpacked in. */
  readonly path: string;
  readonly type: 'file' | 'folder';
  readonly bytes: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly modifiedSeconds: number;
}

/** The blocks before an entry's bytes: its header, and before that what does not fit into one. */
export function outgoingHeader(entry: OutgoingEntry): Buffer {
  const records = recordsOf(entry);
  const own = headerBlock(entry, entry.type === 'file' ? '0' : '5', entry.bytes);
  if (records.length === 0) return own;
  const body = Buffer.from(records.join(''));
  return Buffer.concat([headerBlock({ ...entry, path: 'PaxHeader' }, 'x', body.length), body, paddingAfter(body.length), own]);
}

const noBytes = Buffer.alloc(blockSize);

/** What fills up the last block of so many bytes. */
export const paddingAfter = (bytes: number): Buffer => noBytes.subarray(0, (blockSize - (bytes % blockSize)) % blockSize);

/** Two blocks of zeros. */
export const archiveEnd = Buffer.alloc(2 * blockSize);

const nameBytes = 100;
const smallNumberDigits = 7;
const largeNumberDigits = 11;

function recordsOf({ path, uid, gid, bytes }: OutgoingEntry): readonly string[] {
  const isPlain = /^[\x20-\x7e]*$/.test(path) && path.length <= nameBytes;
  return [
    ...(isPlain ? [] : [record('path', path)]),
    ...(fits(bytes, largeNumberDigits) ? [] : [record('size', String(bytes))]),
    ...(fits(uid, smallNumberDigits) ? [] : [record('uid', String(uid))]),
    ...(fits(gid, smallNumberDigits) ? [] : [record('gid', String(gid))]),
  ];
}

/** A record begins with its own length in bytes, these digits included. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const short = bytes + String(bytes).length;
  return `${bytes + String(short).length}${rest}`;
}

function headerBlock({ path, mode, uid, gid, modifiedSeconds }: OutgoingEntry, typeFlag: string, bytes: number): Buffer {
  const block = Buffer.alloc(blockSize);
  block.write(path, 0, nameBytes, 'utf8');
  block.write(octal(mode, smallNumberDigits), 100, 'latin1');
  block.write(octal(uid, smallNumberDigits), 108, 'latin1');
  block.write(octal(gid, smallNumberDigits), 116, 'latin1');
  block.write(octal(bytes, largeNumberDigits), 124, 'latin1');
  block.write(octal(modifiedSeconds, largeNumberDigits), 136, 'latin1');
  // The checksum is made as if its own field were blank.
  block.write(`        ${typeFlag}`, 148, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  block.write(`${octal(sumOf(block), 6)}\0 `, 148, 'latin1');
  return block;
}

const fits = (value: number, digits: number): boolean => value < 8 ** digits;

/** What does not fit is in the extended header, and zero here. */
const octal = (value: number, digits: number): string => (fits(value, digits) ? value : 0).toString(8).padStart(digits, '0');

function sumOf(block: Buffer): number {
  let sum = 0;
  for (const byte of block) sum += byte;
  return sum;
}

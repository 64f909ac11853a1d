import { nameBytes } from '../engine/name-text.ts';

export interface TarItem {
  /** Relative to the folder that the archive is unpacked in. */
  readonly path: string;
  readonly type: 'file' | 'folder' | 'link';
  readonly size: number;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  readonly modifiedSeconds: number;
  /** Of a link. */
  readonly target?: string;
}

export const blockBytes = 512;

/** What ends an archive. */
export const endBlocks: Buffer = Buffer.alloc(2 * blockBytes);

/** Zeros that fill a file's last block. */
export const paddingOf = (size: number): number => (blockBytes - (size % blockBytes)) % blockBytes;

const typeFlags = { file: '0', folder: '5', link: '2' } as const;

/** The header of one entry in the POSIX format; what does not fit into its old fields goes into an extended header before it. */
export function headerBlocks(item: TarItem): Buffer {
  const name = item.type === 'folder' ? `${item.path}/` : item.path;
  const records = recordsOf(item, name);
  const own = header({ ...item, name, typeFlag: typeFlags[item.type] });
  if (records.length === 0) return own;
  const extended = header({ ...item, name: 'PaxHeader', typeFlag: 'x', size: records.length, target: '' });
  return Buffer.concat([extended, records, Buffer.alloc(paddingOf(records.length)), own]);
}

/** The largest numbers of the fields of 7 and of 11 octal digits. */
const most7 = 0o7777777;
const most11 = 0o77777777777;

const fits = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && text.length <= 100 && !text.includes('\\x');

function recordsOf({ size, uid, gid, target = '' }: TarItem, name: string): Buffer {
  const records = [
    ...(fits(name) ? [] : [record('path', nameBytes(name))]),
    ...(fits(target) ? [] : [record('linkpath', nameBytes(target))]),
    ...(size > most11 ? [record('size', digits(size))] : []),
    ...(uid > most7 ? [record('uid', digits(uid))] : []),
    ...(gid > most7 ? [record('gid', digits(gid))] : []),
  ];
  return Buffer.concat(records);
}

/** A record begins with its own length, whose digits count. */
function record(key: string, value: Uint8Array): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from('\n')]);
  const count = String(rest.length + String(rest.length).length).length;
  return Buffer.concat([digits(rest.length + count), rest]);
}

const digits = (value: number): Buffer => Buffer.from(String(value));

function header({ name, typeFlag, size, mode, uid, gid, modifiedSeconds, target = '' }: Omit<TarItem, 'path' | 'type'> & { readonly name: string; readonly typeFlag: string }): Buffer {
  const block = Buffer.alloc(blockBytes);
  const octal = (value: number, most: number): string => `${(value > most ? 0 : value).toString(8).padStart(most.toString(8).length, '0')}\0`;
  block.write(fits(name) ? name : 'PaxHeader', 0, 'latin1');
  block.write(octal(mode & 0o7777, most7) + octal(uid, most7) + octal(gid, most7), 100, 'latin1');
  block.write(octal(size, most11) + octal(modifiedSeconds, most11), 124, 'latin1');
  block.write(`        ${typeFlag}${fits(target) ? target : ''}`, 148, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

import { readIncomingTar, type IncomingBounds, type IncomingEntry, type RefusedEntry } from '../../electron/host/projection/incoming-tar.ts';

export interface TarFields {
  readonly name?: string | Uint8Array;
  readonly prefix?: string;
  readonly type?: string;
  readonly link?: string;
  readonly mode?: number;
  /** What the size field says, whatever follows. */
  readonly size?: number | Uint8Array;
  readonly format?: 'ustar' | 'gnu' | 'none';
  readonly checksum?: 'right' | 'wrong';
}

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')} `;

/** One header block, byte by byte. */
export function tarHeader({ name = 'a', prefix = '', type = '0', link = '', mode = 0o644, size = 0, format = 'ustar', checksum = 'right' }: TarFields): Buffer {
  const block = Buffer.alloc(512);
  Buffer.from(name).copy(block, 0, 0, 100);
  block.write(octal(mode, 6), 100, 'latin1');
  block.write(octal(1000, 6), 108, 'latin1');
  block.write(octal(1000, 6), 116, 'latin1');
  if (typeof size === 'number') block.write(octal(size, 11), 124, 'latin1');
  else Buffer.from(size).copy(block, 124, 0, 12);
  block.write(octal(1_700_000_000, 11), 136, 'latin1');
  block.write(type, 156, 'latin1');
  block.write(link, 157, 'utf8');
  if (format !== 'none') block.write(format === 'ustar' ? 'ustar\x0000' : 'ustar  \0', 257, 'latin1');
  block.write(prefix, 345, 'utf8');
  const sum = block.reduce((total, byte) => total + byte, 8 * 32) + (checksum === 'wrong' ? 1 : 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** A header with its content, padded to whole blocks. */
export function tarEntry(fields: TarFields, content: string | Uint8Array = ''): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([tarHeader({ size: bytes.length, ...fields }), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

/** An extended header of these records. */
export function paxHeader(records: Readonly<Record<string, string>>, type: 'x' | 'g' = 'x'): Buffer {
  const body = Object.entries(records).map(([key, value]) => paxRecord(` ${key}=${value}\n`)).join('');
  return tarEntry({ name: 'PaxHeader', type }, body);
}

function paxRecord(rest: string): string {
  const bytes = Buffer.byteLength(rest);
  for (let digits = 1; ; digits++) if (String(bytes + digits).length === digits) return `${bytes + digits}${rest}`;
}

export const tarEnd = Buffer.alloc(1024);

export const tarOf = (...blocks: readonly Uint8Array[]): Buffer => Buffer.concat([...blocks, tarEnd]);

export async function* inPieces(bytes: Uint8Array, size = 700): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

export type ReadEntry = (Omit<IncomingEntry, 'content'> & { readonly content: string }) | RefusedEntry;

/** Everything that an archive gives. */
export async function readTar(bytes: Uint8Array, bounds: Partial<IncomingBounds> = {}, piece = 700): Promise<readonly ReadEntry[]> {
  const entries: ReadEntry[] = [];
  for await (const entry of readIncomingTar(inPieces(bytes, piece), { maxEntries: 1000, maxEntryBytes: 1_000_000, ...bounds })) {
    if (entry.kind === 'refused') entries.push(entry);
    else entries.push({ ...entry, content: (await gathered(entry.content)).toString('latin1') });
  }
  return entries;
}

import { LedgerDamagedError } from '../ledger-errors.ts';
import { numberAt, skipNumber, type Place } from './canonical-bytes.ts';

/** Neighbouring rows as they are stored, one after the other, and where each of them stands: they go to another thread as they are. */
export interface RowBlock {
  readonly packed: Buffer;
  /** For each row its place in the order, and where its columns, its leaf and its bytes begin and its bytes end. */
  readonly places: Float64Array;
}

const placesOfRow = 5;

export const rowsIn = ({ places }: RowBlock): number => places.length / placesOfRow;

/** Where in the block's bytes something of a row stands. */
export interface Span {
  readonly from: Place;
  readonly to: Place;
}

const placeAt = ({ places }: RowBlock, index: number, which: 0 | 1 | 2 | 3 | 4): number => places[index * placesOfRow + which] ?? 0;

/** What the row says of its place in the order. */
export const seqAt = (block: RowBlock, index: number): number => placeAt(block, index, 0);

/** The columns that are derived from the bytes, in one text. */
export const columnsSpan = (block: RowBlock, index: number): Span => ({ from: placeAt(block, index, 1), to: placeAt(block, index, 2) });

export const leafSpan = (block: RowBlock, index: number): Span => ({ from: placeAt(block, index, 2), to: placeAt(block, index, 3) });

export const bytesAt = (block: RowBlock, index: number): Buffer => block.packed.subarray(placeAt(block, index, 3), placeAt(block, index, 4));

export function leafAt(block: RowBlock, index: number): Buffer {
  const { from, to } = leafSpan(block, index);
  return block.packed.subarray(from, to);
}

/**
 * Rows that were read as one value. Each is its place in the order, the lengths of its columns, its leaf and its bytes, each
 * with a space after it, and then those three. Throws LedgerDamagedError.
 */
export function unpackRows(packed: Buffer): RowBlock {
  const places: number[] = [];
  for (let at = 0; at < packed.length; at = places.at(-1) ?? 0) {
    const counts = new Counts(packed, at);
    const seq = counts.next();
    const lengths = [counts.next(), counts.next(), counts.next()];
    places.push(seq, counts.end);
    for (const length of lengths) places.push(after(packed, places.at(-1) ?? 0, length));
  }
  return { packed, places: new Float64Array(places) };
}

function after(packed: Buffer, from: number, length: number): number {
  if (length < 0 || from + length > packed.length) throw notOne();
  return from + length;
}

/** Numbers, each with a space after it. */
class Counts {
  readonly #packed: Buffer;
  end: number;

  constructor(packed: Buffer, at: number) {
    this.#packed = packed;
    this.end = at;
  }

  next(): number {
    const end = skipNumber(this.#packed, this.end);
    if (this.#packed[end] !== space) throw notOne();
    const count = numberAt(this.#packed, this.end, end);
    this.end = end + 1;
    return count;
  }
}

const space = 0x20;

const notOne = (): LedgerDamagedError => new LedgerDamagedError('A row of the ledger’s table is not one that a ledger can hold.');

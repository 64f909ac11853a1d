import type { Database } from 'better-sqlite3';
import { unpackRange, type CompactRange } from './compact-range.ts';
import { LedgerDamagedError } from './ledger-errors.ts';

/** What the tree is said to cover, and which receipts there are. */
export interface Extent {
  readonly size: number;
  readonly peaks: Uint8Array;
  /** Places of the first and the last receipt; null while there is none. */
  readonly first: number | null;
  readonly last: number | null;
}

/** Both in one statement, so that a receipt appended meanwhile by another process is in both or in neither. */
export function readExtent(db: Database): Extent {
  const row = db.prepare('SELECT size, peaks, (SELECT min(seq) FROM receipts) AS first, (SELECT max(seq) FROM receipts) AS last FROM frontier').get();
  if (!row) throw new LedgerDamagedError('The ledger has no frontier row.');
  return row as Extent;
}

/** The tree's kept edge, if it can be the edge of the stored receipts; it is proven by verifying, not here. */
export function readFrontier(db: Database): CompactRange {
  const { size, peaks, first, last } = readExtent(db);
  if ((last ?? 0) !== size || (first ?? 1) !== 1) {
    throw new LedgerDamagedError(`The tree covers ${size} receipts, but those stored are ${first ?? 'none'} to ${last ?? 'none'}.`);
  }
  return keptRange(size, peaks);
}

export function keptRange(size: number, peaks: Uint8Array): CompactRange {
  try {
    return unpackRange(size, peaks);
  } catch (cause) {
    throw new LedgerDamagedError('The tree’s kept edge cannot be read.', { cause });
  }
}

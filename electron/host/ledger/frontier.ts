import type { Database } from 'better-sqlite3';
import type { CompactRange } from './compact-range.ts';
import { LedgerDamagedError } from './ledger-errors.ts';
import { TreeIncompleteError } from './subtrees.ts';
import { TreeReader } from './tree-reader.ts';

/** Places of the first and the last receipt; 1 and 0 while there is none. */
export interface Extent {
  readonly first: number;
  readonly last: number;
}

/** Asked for each by itself: SQLite reads one end of a table at once, and both together only by going through all of it. */
const extent = 'SELECT (SELECT coalesce(min(seq), 1) FROM receipts) AS first, (SELECT coalesce(max(seq), 0) FROM receipts) AS last';

export const readExtent = (db: Database): Extent => db.prepare(extent).get() as Extent;

/** The right edge of the tree over what is stored. It is proven by verifying, not here. */
export function readFrontier(db: Database): CompactRange {
  const { first, last } = readExtent(db);
  if (first !== 1) throw new LedgerDamagedError(`The first receipt that is stored is ${first}.`);
  try {
    return new TreeReader(db).rangeAt(last);
  } catch (cause) {
    if (cause instanceof TreeIncompleteError) throw new LedgerDamagedError(`The tree over the receipts cannot be read (${cause.message}).`, { cause });
    throw cause;
  }
}

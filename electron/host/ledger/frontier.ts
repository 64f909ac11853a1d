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

export const readExtent = (db: Database): Extent => db.prepare('SELECT coalesce(min(seq), 1) AS first, coalesce(max(seq), 0) AS last FROM receipts').get() as Extent;

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

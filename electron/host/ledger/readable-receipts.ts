import Database from 'better-sqlite3';
import type { Receipt } from '../../../shared/receipt.ts';
import { LedgerDamagedError } from './ledger-errors.ts';
import { openReader } from './open-reader.ts';
import { receiptOf, storedReceipt } from './receipt-pages.ts';

/** So many receipts in a row that cannot be read, and nothing older is tried. */
const mostMisses = 1000;

/** The newest receipts of a damaged ledger that can still be read. That one can be read does not show that it is what was written. */
export function readableReceipts(file: string, limit: number): readonly Receipt[] {
  const found: Receipt[] = [];
  let misses = 0;
  try {
    const db = openReader(Database, file);
    try {
      for (let seq = newestOf(db); seq > 0 && found.length < limit && misses < mostMisses; seq -= 1) {
        const receipt = readOne(db, seq);
        if (receipt) found.push(receipt);
        misses = receipt ? 0 : misses + 1;
      }
    } finally {
      db.close();
    }
  } catch (error) {
    // Not even the first page can be read.
    if (!(error instanceof Database.SqliteError)) throw error;
  }
  return found;
}

const newestOf = (db: Database.Database): number => Number(db.prepare('SELECT coalesce(max(seq), 0) FROM receipts').pluck().get());

function readOne(db: Database.Database, seq: number): Receipt | undefined {
  try {
    const stored = storedReceipt(db, seq);
    return stored && receiptOf(stored);
  } catch (error) {
    if (error instanceof LedgerDamagedError || error instanceof Database.SqliteError) return undefined;
    throw error;
  }
}

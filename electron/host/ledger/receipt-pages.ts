import type { Database } from 'better-sqlite3';
import { parseReceipt, type Receipt } from '../../../shared/receipt.ts';
import { LedgerDamagedError } from './ledger-errors.ts';

export interface StoredReceipt {
  readonly seq: number;
  readonly bytes: Buffer;
  readonly leaf: Buffer;
}

/** All receipts after that place, in order and without a gap, one at a time: bounded memory however long the ledger is. */
export function* allReceipts(db: Database, after = 0): Generator<Receipt> {
  let expected = after + 1;
  for (const row of db.prepare('SELECT seq, bytes, leaf FROM receipts WHERE seq > ? ORDER BY seq').iterate(after)) {
    const stored = row as StoredReceipt;
    if (stored.seq !== expected) throw new LedgerDamagedError(`Receipt ${expected} is missing. Verify the ledger to see what is still trustworthy.`);
    yield receiptOf(stored);
    expected += 1;
  }
}

/** Newest first, older than `before`, at most `limit`. */
export function receiptPage(db: Database, { before = Number.MAX_SAFE_INTEGER, limit }: { readonly before?: number; readonly limit: number }): readonly Receipt[] {
  const rows = db.prepare('SELECT seq, bytes, leaf FROM receipts WHERE seq < ? ORDER BY seq DESC LIMIT ?').all(before, limit);
  return rows.map((row) => receiptOf(row as StoredReceipt));
}

export function storedReceipt(db: Database, seq: number): StoredReceipt | undefined {
  return db.prepare('SELECT seq, bytes, leaf FROM receipts WHERE seq = ?').get(seq) as StoredReceipt | undefined;
}

export function receiptAt(db: Database, seq: number): Receipt | undefined {
  const stored = storedReceipt(db, seq);
  return stored && receiptOf(stored);
}

/** Its intent, then its settlement. Each is answered by the unique index that keeps it to one receipt. */
export function receiptsOfAttempt(db: Database, attempt: string): readonly Receipt[] {
  return db
    .prepare(`
      SELECT seq, bytes, leaf FROM receipts WHERE attempt = @attempt AND kind = 'intent' UNION ALL
      SELECT seq, bytes, leaf FROM receipts WHERE attempt = @attempt AND kind = 'settlement'`)
    .all({ attempt })
    .map((row) => receiptOf(row as StoredReceipt));
}

export function receiptOf({ seq, bytes }: StoredReceipt): Receipt {
  const receipt = parsed(seq, bytes);
  if (receipt.seq !== seq) throw new LedgerDamagedError(`Receipt ${seq} names itself ${receipt.seq}. Verify the ledger to see what is still trustworthy.`);
  return receipt;
}

function parsed(seq: number, bytes: Buffer): Receipt {
  try {
    return parseReceipt(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    throw new LedgerDamagedError(`Receipt ${seq} cannot be read. Verify the ledger to see what is still trustworthy.`, { cause });
  }
}

export const isApprovalUsed = (db: Database, nonce: string): boolean => db.prepare('SELECT 1 FROM receipts WHERE approval = ?').get(nonce) !== undefined;

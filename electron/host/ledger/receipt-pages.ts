import type { Database } from 'better-sqlite3';
import { parseReceipt, type Receipt } from '../../../shared/receipt.ts';
import type { ReceiptFilter } from '../../../shared/receipt-filter.ts';
import { LedgerDamagedError } from './ledger-errors.ts';

export interface StoredReceipt {
  readonly seq: number;
  readonly bytes: Buffer;
  readonly leaf: Buffer;
}

/** All receipts in order and without a gap, one at a time: bounded memory however long the ledger is. */
export function* allReceipts(db: Database): Generator<Receipt> {
  let expected = 1;
  for (const row of db.prepare('SELECT seq, bytes, leaf FROM receipts ORDER BY seq').iterate()) {
    const stored = row as StoredReceipt;
    if (stored.seq !== expected) throw new LedgerDamagedError(`Receipt ${expected} is missing. Verify the ledger to see what is still trustworthy.`);
    yield receiptOf(stored);
    expected += 1;
  }
}

/** Newest first, older than `before`, at most `limit`. */
export function receiptPage(db: Database, filter: ReceiptFilter, page: { readonly before?: number; readonly limit: number }): readonly Receipt[] {
  const { where, values } = conditionsOf(filter);
  const rows = db
    .prepare(`SELECT seq, bytes, leaf FROM receipts WHERE seq < @before ${where} ORDER BY seq DESC LIMIT @limit`)
    .all({ ...values, before: page.before ?? Number.MAX_SAFE_INTEGER, limit: page.limit });
  return rows.map((row) => receiptOf(row as StoredReceipt));
}

export function countReceipts(db: Database, filter: ReceiptFilter): number {
  const { where, values } = conditionsOf(filter);
  return Number(db.prepare(`SELECT count(*) FROM receipts WHERE true ${where}`).pluck().get(values));
}

export function storedReceipt(db: Database, seq: number): StoredReceipt | undefined {
  return db.prepare('SELECT seq, bytes, leaf FROM receipts WHERE seq = ?').get(seq) as StoredReceipt | undefined;
}

export function receiptsOfAttempt(db: Database, attempt: string): readonly Receipt[] {
  return db
    .prepare(`SELECT seq, bytes, leaf FROM receipts WHERE ${ofAttempt} ORDER BY seq`)
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

/** Each half is answered by the unique index that keeps it to one receipt. */
const ofAttempt = `seq IN (
  SELECT seq FROM receipts WHERE attempt = @attempt AND kind = 'intent' UNION ALL
  SELECT seq FROM receipts WHERE attempt = @attempt AND kind = 'settlement')`;

const conditions = { body: 'kind = @body', binding: "CAST(bytes AS TEXT) ->> '$.about.binding' = @binding", attempt: ofAttempt } as const;

function conditionsOf(filter: ReceiptFilter): { readonly where: string; readonly values: ReceiptFilter } {
  const named = (Object.keys(conditions) as (keyof typeof conditions)[]).filter((name) => filter[name] !== undefined);
  return { where: named.map((name) => `AND ${conditions[name]}`).join(' '), values: filter };
}

export const isApprovalUsed = (db: Database, nonce: string): boolean => db.prepare('SELECT 1 FROM receipts WHERE approval = ?').get(nonce) !== undefined;

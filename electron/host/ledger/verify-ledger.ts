import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { canonicalText } from '../../../shared/canonical.ts';
import type { Json } from '../../../shared/json.ts';
import { emptyRange, rootOf, withLeaf, type CompactRange } from './compact-range.ts';
import { leafHash } from './digest.ts';
import { derivedColumns, readFrontier } from './ledger.ts';
import { receiptOf, type StoredReceipt } from './receipt-pages.ts';

type Row = StoredReceipt & ReturnType<typeof derivedColumns>;

export type Verification =
  | { readonly kind: 'consistent'; readonly range: CompactRange }
  | { readonly kind: 'broken'; readonly seq: number; readonly rule: string; readonly range: CompactRange };

const chunk = 1000;

/** Recomputes every leaf and the whole tree from the stored bytes. Lets other work in between chunks. */
export async function verifyLedger(db: Database): Promise<Verification> {
  const read = db.prepare('SELECT seq, bytes, leaf, kind, attempt, binding, approval FROM receipts WHERE seq > ? ORDER BY seq LIMIT ?');
  // A snapshot of the end: what is appended meanwhile is not part of this verification.
  const frontier = readFrontier(db);
  let range = emptyRange;
  while (range.size < frontier.size) {
    const rows = read.all(range.size, Math.min(chunk, frontier.size - range.size)) as Row[];
    if (rows.length === 0) return broken(range, 'the receipt is missing');
    for (const row of rows) {
      const rule = brokenRule(row, range.size + 1);
      if (rule) return broken(range, rule);
      range = withLeaf(range, row.leaf);
    }
    await setImmediate();
  }
  return Buffer.compare(rootOf(range), rootOf(frontier)) === 0 ? { kind: 'consistent', range } : broken(range, 'the tree’s root is not the one kept');
}

const broken = (range: CompactRange, rule: string): Verification => ({ kind: 'broken', seq: range.size + 1, rule, range });

function brokenRule(row: Row, expected: number): string | undefined {
  if (row.seq !== expected) return 'the receipt is missing';
  if (!leafHash(row.bytes).equals(row.leaf)) return 'its bytes are not those that were hashed';
  return ruleOfContent(row);
}

function ruleOfContent(row: Row): string | undefined {
  try {
    const receipt = receiptOf(row);
    if (receipt.seq !== row.seq) return 'its bytes name another place in the order';
    if (canonicalText(receipt as unknown as Json) !== row.bytes.toString('utf8')) return 'its bytes are not canonical';
    const derived = Object.entries(derivedColumns(receipt));
    return derived.every(([column, value]) => row[column as keyof Row] === value) ? undefined : 'a search column differs from its bytes';
  } catch {
    return 'its bytes are not a receipt';
  }
}

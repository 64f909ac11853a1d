import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { canonicalText } from '../../../shared/canonical.ts';
import type { Json } from '../../../shared/json.ts';
import { parseReceipt, type Receipt } from '../../../shared/receipt.ts';
import { emptyRange, rootOf, withLeaf, type CompactRange } from './compact-range.ts';
import { leafHash } from './digest.ts';
import { keptRange, readExtent, type Extent } from './frontier.ts';
import { derivedColumns } from './ledger.ts';
import { LedgerDamagedError } from './ledger-errors.ts';
import type { StoredReceipt } from './receipt-pages.ts';

type Row = StoredReceipt & ReturnType<typeof derivedColumns>;

export type Verification =
  | { readonly kind: 'consistent'; readonly range: CompactRange }
  | { readonly kind: 'broken'; readonly seq: number; readonly rule: string; readonly range: CompactRange };

const chunk = 1000;

/** Recomputes every leaf and the whole tree from the stored bytes. Lets other work in between chunks. */
export async function verifyLedger(db: Database): Promise<Verification> {
  const read = db.prepare('SELECT seq, bytes, leaf, kind, attempt, binding, approval FROM receipts WHERE seq > ? ORDER BY seq LIMIT ?');
  // A snapshot of the end: what is appended meanwhile is not part of this verification.
  const extent = readExtent(db);
  let range = emptyRange;
  while (range.size < extent.size) {
    const rows = read.all(range.size, Math.min(chunk, extent.size - range.size)) as Row[];
    if (rows.length === 0) return broken(range, 'the receipt is missing');
    for (const row of rows) {
      const rule = brokenRule(row, range.size + 1);
      if (rule) return broken(range, rule);
      range = withLeaf(range, row.leaf);
    }
    await setImmediate();
  }
  const rule = brokenEnd(range, extent);
  return rule ? broken(range, rule) : { kind: 'consistent', range };
}

const broken = (range: CompactRange, rule: string): Verification => ({ kind: 'broken', seq: range.size + 1, rule, range });

function brokenRule(row: Row, expected: number): string | undefined {
  if (row.seq !== expected) return 'the receipt is missing';
  if (!leafHash(row.bytes).equals(row.leaf)) return 'its bytes are not those that were hashed';
  const receipt = parsed(row.bytes);
  if (!receipt) return 'its bytes are not a receipt';
  if (receipt.seq !== row.seq) return 'its bytes name another place in the order';
  if (!Buffer.from(canonicalText(receipt as unknown as Json), 'utf8').equals(row.bytes)) return 'its bytes are not canonical';
  const derived = Object.entries(derivedColumns(receipt));
  return derived.every(([column, value]) => row[column as keyof Row] === value) ? undefined : 'a search column differs from its bytes';
}

function parsed(bytes: Buffer): Receipt | undefined {
  try {
    return parseReceipt(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Every receipt that the tree covers is there and whole: is there nothing else, and is the tree the kept one? */
function brokenEnd(range: CompactRange, { size, peaks, first, last }: Extent): string | undefined {
  if ((last ?? 0) > size) return 'a receipt is stored that the tree does not cover';
  if ((first ?? 1) < 1) return 'a receipt is stored before the first one';
  try {
    return Buffer.compare(rootOf(range), rootOf(keptRange(size, peaks))) === 0 ? undefined : 'the tree’s root is not the one kept';
  } catch (error) {
    if (error instanceof LedgerDamagedError) return 'the tree’s kept edge cannot be read';
    throw error;
  }
}

import type { Database } from 'better-sqlite3';
import type { CompactRange } from '../../electron/host/ledger/compact-range.ts';
import { databaseStore } from '../../electron/host/ledger/verify/database-store.ts';
import { noWaypoints, walkReceipts } from '../../electron/host/ledger/verify/walk-receipts.ts';

export type Verification =
  | { readonly kind: 'consistent'; readonly range: CompactRange }
  | { readonly kind: 'broken'; readonly seq: number; readonly rule: string; readonly range: CompactRange };

/** Recomputes every leaf and the whole tree from the stored bytes, signatures aside. Lets other work in between blocks. */
export async function verifyLedger(db: Database): Promise<Verification> {
  const { range, finding } = await walkReceipts(databaseStore(db), noWaypoints, {});
  return finding ? { kind: 'broken', seq: range.size + 1, rule: finding.rule, range } : { kind: 'consistent', range };
}

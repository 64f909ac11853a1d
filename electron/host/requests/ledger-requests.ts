import type { Requests } from '../../../shared/bridge.ts';
import type { ReceiptLine, ReceiptPage, VerifyReport } from '../../../shared/bridge-values.ts';
import { canonicalText } from '../../../shared/canonical.ts';
import { describeReceipt } from '../../../shared/describe-receipt.ts';
import { foldAttempt } from '../../../shared/fold-attempt.ts';
import { countText } from '../../../shared/quantities.ts';
import { isFiltered } from '../../../shared/receipt-filter.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import type { Desk } from '../desk.ts';
import { rootOf } from '../ledger/compact-range.ts';
import { digestText } from '../ledger/digest.ts';
import { receiptOf, receiptPage, receiptsOfAttempt, storedReceipt } from '../ledger/receipt-pages.ts';
import type { FoundReceipts } from '../ledger/search/receipt-search.ts';
import { verifyLedger, type Verification } from '../ledger/verify-ledger.ts';

export function ledgerRequests({ ledger, journal, search }: Desk): Pick<Requests, 'listReceipts' | 'goOnIndexing' | 'openReceipt' | 'verifyLedger'> {
  return {
    async listReceipts({ filter, before, limit }) {
      const page = { limit, ...(before !== undefined && { before }) };
      if (isFiltered(filter)) return pageOf(await search.find(filter, page), limit);
      search.fill();
      return pageOf({ receipts: receiptPage(ledger.db, page), total: ledger.size, isMore: false, index: search.index }, limit);
    },

    async goOnIndexing() {
      search.goOn();
      return ok(null);
    },

    async openReceipt({ seq }) {
      const stored = storedReceipt(ledger.db, seq);
      if (!stored) return refused(refusal('not_found', `There is no receipt ${seq}.`, `The ledger ends at ${ledger.size}.`));
      const receipt = receiptOf(stored);
      const attempt = 'attempt' in receipt.body ? foldAttempt(receiptsOfAttempt(ledger.db, receipt.body.attempt)) : undefined;
      const params = attempt && journal.document(attempt.intent.params);
      return ok({
        ...lineOf(receipt),
        canonical: stored.bytes.toString('utf8'),
        leaf: digestText(stored.leaf),
        ...(attempt && { attempt }),
        ...(params !== undefined && { params: canonicalText(params) }),
      });
    },

    async verifyLedger() {
      const startedAt = performance.now();
      const verification = await verifyLedger(ledger.db);
      return ok(reportOf(verification, Math.round(performance.now() - startedAt)));
    },
  };
}

function pageOf({ receipts, ...found }: FoundReceipts, limit: number): ReceiptPage {
  const last = receipts.at(-1);
  return { ...found, lines: receipts.map(lineOf), ...(last && receipts.length === limit && { next: last.seq }) };
}

const lineOf = (receipt: Receipt): ReceiptLine => ({ receipt, ...describeReceipt(receipt) });

function reportOf(verification: Verification, milliseconds: number): VerifyReport {
  const { size } = verification.range;
  const root = digestText(rootOf(verification.range));
  switch (verification.kind) {
    case 'consistent':
      return { verdict: 'consistent_unsigned', receipts: size, root, milliseconds, says: `${countText(size, 'receipt')}: every byte is the one that was hashed, and the tree is whole. Consistent, unsigned.` };
    case 'broken':
      return {
        verdict: 'broken', receipts: size, root, milliseconds,
        says: `Receipt ${verification.seq} does not hold: ${verification.rule}. The ${countText(size, 'receipt')} before it are as they were hashed.`,
        broken: { seq: verification.seq, rule: verification.rule },
      };
  }
}

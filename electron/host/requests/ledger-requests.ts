import type { Requests } from '../../../shared/bridge.ts';
import type { ReceiptLine, ReceiptPage } from '../../../shared/bridge-values.ts';
import { canonicalText } from '../../../shared/canonical.ts';
import { describeReceipt } from '../../../shared/describe-receipt.ts';
import { foldAttempt } from '../../../shared/fold-attempt.ts';
import { isFiltered } from '../../../shared/receipt-filter.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import type { Desk } from '../desk.ts';
import { digestText } from '../ledger/digest.ts';
import { proofOf } from '../ledger/receipt-proof.ts';
import { receiptOf, receiptPage, receiptsOfAttempt, storedReceipt } from '../ledger/receipt-pages.ts';
import type { FoundReceipts } from '../ledger/search/receipt-search.ts';

export function ledgerRequests({ ledger, journal, search }: Desk): Pick<Requests, 'listReceipts' | 'goOnIndexing' | 'openReceipt'> {
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
        place: { index: seq - 1, size: ledger.size },
        proof: proofOf(ledger.db, stored),
        ...(attempt && { attempt }),
        ...(params !== undefined && { params: canonicalText(params) }),
      });
    },
  };
}

function pageOf({ receipts, ...found }: FoundReceipts, limit: number): ReceiptPage {
  const last = receipts.at(-1);
  return { ...found, lines: receipts.map(lineOf), ...(last && receipts.length === limit && { next: last.seq }) };
}

const lineOf = (receipt: Receipt): ReceiptLine => ({ receipt, ...describeReceipt(receipt) });

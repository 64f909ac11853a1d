import type { ReceiptLine, ReceiptPage } from '../../shared/bridge-values.ts';
import { isFiltered, type ReceiptFilter } from '../../shared/receipt-filter.ts';
import { noPages, withPage, type Paged } from './paged.ts';

/** A screenful and more: each is read, checked and carried over before the first of them is seen. */
export const receiptsAtOnce = 50;

/**
 * Receipts, newest first. All of them have sequence numbers without a gap, so any page can be read on its own: pages are
 * counted from the oldest receipt and never move. A filtered list is known only from its newest line on.
 */
export type ReceiptLines =
  | { readonly kind: 'all'; readonly paged: Paged<ReceiptLine> }
  | { readonly kind: 'filtered'; readonly lines: readonly ReceiptLine[]; readonly total: number; readonly isMore: boolean; readonly next: number | null; readonly addedOnTop: number };

export const noLines = (filter: ReceiptFilter): ReceiptLines => (isFiltered(filter) ? { kind: 'filtered', lines: [], total: 0, isMore: false, next: null, addedOnTop: 0 } : { kind: 'all', paged: noPages });

export const linesFrom = (filter: ReceiptFilter, answer: ReceiptPage): ReceiptLines => withNewer(noLines(filter), answer);

/** A list that is longer than a browser can lay out shows this many; older receipts are opened by their number. */
export const mostRows = 950_000;

export function countOf(lines: ReceiptLines): number {
  const known = lines.kind === 'all' ? lines.paged.total : lines.lines.length + (lines.next === null ? 0 : 1);
  return Math.min(known, mostRows);
}

/** Grows by one for each line that came on top of the others. */
export const addedOnTopOf = (lines: ReceiptLines): number => (lines.kind === 'all' ? lines.paged.total : lines.addedOnTop);

export const totalOf = (lines: ReceiptLines): number => (lines.kind === 'all' ? lines.paged.total : lines.total);

export function lineAt(lines: ReceiptLines, index: number): ReceiptLine | undefined {
  if (lines.kind === 'filtered') return lines.lines[index];
  const seq = lines.paged.total - index;
  const page = pageOfSeq(seq);
  // A page read before the newest receipts came holds fewer lines: its last one is where it then ended.
  return lines.paged.pages.get(page)?.find(({ receipt }) => receipt.seq === seq);
}

/** Which row a receipt is, where that is known without reading on. */
export const indexOfSeq = (lines: ReceiptLines, seq: number): number | undefined => {
  if (lines.kind === 'all') return lines.paged.total - seq;
  const index = lines.lines.findIndex(({ receipt }) => receipt.seq === seq);
  return index < 0 ? undefined : index;
};

export const pageOfSeq = (seq: number): number => Math.floor((seq - 1) / receiptsAtOnce);

/** The pages missing for rows `first` to `last` of all receipts. */
export function missingPages({ total, pages }: Paged<ReceiptLine>, first: number, last: number): readonly number[] {
  if (total === 0 || last < first) return [];
  const newest = pageOfSeq(total - first);
  const oldest = pageOfSeq(Math.max(1, total - last));
  return Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index).filter((page) => (pages.get(page)?.length ?? 0) < sizeOfPage(page, total));
}

const sizeOfPage = (page: number, total: number): number => Math.min(receiptsAtOnce, total - page * receiptsAtOnce);

/** Where to ask so that exactly this page is answered. */
export const questionFor = (page: number, total: number): { readonly before?: number; readonly limit: number } => {
  const end = (page + 1) * receiptsAtOnce;
  return end >= total ? { limit: sizeOfPage(page, total) } : { before: end + 1, limit: receiptsAtOnce };
};

/** A page answered, sorted into its place by the receipts' own numbers: more may have been written since it was asked for. */
export function withAllPage(paged: Paged<ReceiptLine>, page: number, answer: ReceiptPage): Paged<ReceiptLine> {
  const lines = answer.lines.filter(({ receipt }) => pageOfSeq(receipt.seq) === page);
  return withPage(paged, page, lines, Math.max(paged.total, answer.total));
}

type Filtered = Extract<ReceiptLines, { kind: 'filtered' }>;

export const withOlder = (list: Filtered, answer: ReceiptPage): Filtered => ({ ...list, lines: [...list.lines, ...answer.lines], total: answer.total, isMore: answer.isMore, next: answer.next ?? null });

/** What the newest lines are now. */
export const withNewer = (list: ReceiptLines, answer: ReceiptPage): ReceiptLines =>
  list.kind === 'all' ? { kind: 'all', paged: { ...list.paged, total: Math.max(list.paged.total, answer.total) } } : withNewerFound(list, answer);

/** Puts new lines on top; when more came than one page holds, starts again from the newest. */
function withNewerFound(list: Filtered, answer: ReceiptPage): Filtered {
  const { total, isMore } = answer;
  const newest = list.lines[0]?.receipt.seq ?? 0;
  const added = answer.lines.filter(({ receipt }) => receipt.seq > newest);
  const joins = list.lines.length > 0 && added.length < answer.lines.length;
  return joins ? { ...list, lines: [...added, ...list.lines], total, isMore, addedOnTop: list.addedOnTop + added.length } : { ...list, lines: answer.lines, total, isMore, next: answer.next ?? null };
}

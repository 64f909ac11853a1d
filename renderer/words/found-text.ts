import { countText, numberText } from '../../shared/quantities.ts';
import { mostRows, totalOf, type ReceiptLines } from '../stores/receipt-lines.ts';

/** How many receipts a list holds, as far as anybody counted. */
export function foundText(lines: ReceiptLines): string {
  const total = totalOf(lines);
  if (lines.kind === 'filtered') return `${lines.isMore ? `More than ${numberText(total)} receipts` : countText(total, 'receipt')} found, newest first.`;
  return `${countText(total, 'receipt')}, newest first.${total > mostRows ? ` The newest ${numberText(mostRows)} are listed; older ones are found by a filter or open by their number.` : ''}`;
}

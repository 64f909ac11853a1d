import type { ReceiptLine } from '../../../shared/bridge-values.ts';
import type { Column } from '../../components/DataGrid.tsx';
import { Evidence } from '../../components/Evidence.tsx';
import { InstantText } from '../../components/InstantText.tsx';
import { ShortId } from '../../components/ShortId.tsx';
import { numberText } from '../../../shared/quantities.ts';
import { aboutText, actorText, bodyWords } from '../../words/receipt-text.ts';

export const receiptColumns: readonly Column<ReceiptLine>[] = [
  { key: 'seq', header: 'Receipt', align: 'end', cell: ({ receipt }) => numberText(receipt.seq) },
  { key: 'says', header: 'What', cell: ({ mark, says }) => <Evidence mark={mark} says={says} /> },
  { key: 'about', header: 'About', cell: ({ receipt }) => <span title={aboutText(receipt.about)}>{aboutText(receipt.about)}</span> },
  { key: 'body', header: 'Body', cell: ({ receipt }) => bodyWords[receipt.body.kind] },
  { key: 'attempt', header: 'Attempt', cell: ({ receipt }) => ('attempt' in receipt.body ? <ShortId value={receipt.body.attempt} /> : <span />) },
  { key: 'actor', header: 'By', cell: ({ receipt }) => actorText(receipt.actor) },
  { key: 'at', header: 'When', align: 'end', cell: ({ receipt }) => <InstantText at={receipt.at} /> },
];

import { useCallback, useState, type ReactNode } from 'react';
import { useStore, type StoreApi } from 'zustand';
import type { ReceiptFilter } from '../../../shared/receipt-filter.ts';
import { countText } from '../../../shared/quantities.ts';
import { Chips } from '../../components/Chips.tsx';
import { DataGrid } from '../../components/DataGrid.tsx';
import { Bar, Foot } from '../../components/Page.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { countOf, indexOfSeq, lineAt, mostRows, totalOf } from '../../stores/receipt-lines.ts';
import type { ReceiptsStore } from '../../stores/receipts-store.ts';
import { useWatched } from '../../stores/use-stores.ts';
import { numberText } from '../../words/number-text.ts';
import { receiptColumns } from './receipt-columns.tsx';
import { ReceiptInspector } from './ReceiptInspector.tsx';
import styles from './ReceiptsPanel.module.css';

type BodyFilter = NonNullable<ReceiptFilter['body']> | 'all';

const bodies: readonly { readonly id: BodyFilter; readonly label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'intent', label: 'Intents' },
  { id: 'settlement', label: 'Settlements' },
  { id: 'observation', label: 'Observations' },
  { id: 'decision', label: 'Decisions' },
];

interface Props {
  readonly store: StoreApi<ReceiptsStore>;
  readonly label: string;
  /** A receipt to show beside the list from the start. */
  readonly seq?: number | undefined;
  readonly onOpen?: (seq: number | null) => void;
  /** At the end of the bar. */
  readonly end?: ReactNode;
}

export function ReceiptsPanel({ store, label, seq, onOpen, end }: Props) {
  useWatched(store);
  const { filter, lines, read, setFilter, need } = useStore(store);
  const [picked, setPicked] = useState<number | null>(null);
  const opened = onOpen ? (seq ?? null) : picked;
  const open = (next: number | null): void => { (onOpen ?? setPicked)(next); };
  const onRange = useCallback((first: number, last: number) => { need(first, last); }, [need]);
  const pickBody = (body: BodyFilter): void => {
    const { body: _before, ...rest } = filter;
    setFilter(body === 'all' ? rest : { ...rest, body });
  };
  return (
    <>
      <Bar end={end}><Chips label="Which receipts" value={filter.body ?? 'all'} onChange={pickBody} chips={bodies} /></Bar>
      <div className={styles.split} data-open={opened !== null || undefined}>
        <div className={styles.list}>
          {!read ? <Waiting>Reading receipts.</Waiting> : totalOf(lines) === 0 ? <p>No receipt of this kind.</p> : (
            <DataGrid
              key={filter.body ?? 'all'} label={label} className={styles.receipts} columns={receiptColumns} count={countOf(lines)} rowAt={(index) => lineAt(lines, index)}
              keyOf={keyOf} addedOnTop={totalOf(lines)} onOpen={({ receipt }) => { open(receipt.seq); }} onRange={onRange}
              {...(opened !== null && { selectedKey: String(opened), selectedIndex: indexOfSeq(lines, opened) })}
            />
          )}
        </div>
        {opened !== null && <ReceiptInspector key={opened} seq={opened} onClose={() => { open(null); }} />}
      </div>
      <Foot>{countText(totalOf(lines), 'receipt')}, newest first.{totalOf(lines) > mostRows ? ` The newest ${numberText(mostRows)} are listed; older ones open by their number.` : ''}</Foot>
    </>
  );
}

const keyOf = ({ receipt }: { readonly receipt: { readonly seq: number } }): string => String(receipt.seq);

import { useCallback, useState, type ReactNode } from 'react';
import { useStore, type StoreApi } from 'zustand';
import { isFiltered, type ReceiptFilter } from '../../../shared/receipt-filter.ts';
import { DataGrid } from '../../components/DataGrid.tsx';
import { Foot } from '../../components/Page.tsx';
import { Waiting } from '../../components/Waiting.tsx';
import { addedOnTopOf, countOf, indexOfSeq, lineAt, totalOf } from '../../stores/receipt-lines.ts';
import type { ReceiptsStore } from '../../stores/receipts-store.ts';
import { useWatched } from '../../stores/use-stores.ts';
import { foundText } from '../../words/found-text.ts';
import { FilterBar } from './FilterBar.tsx';
import { IndexNote } from './IndexNote.tsx';
import { NothingFound } from './NothingFound.tsx';
import { receiptColumns } from './receipt-columns.tsx';
import { ReceiptInspector } from './ReceiptInspector.tsx';
import styles from './ReceiptsPanel.module.css';

interface Props {
  readonly store: StoreApi<ReceiptsStore>;
  readonly label: string;
  /** What belongs to the list itself and cannot be taken away. */
  readonly fixed?: ReceiptFilter;
  /** A receipt to show beside the list from the start. */
  readonly seq?: number | undefined;
  readonly onOpen?: (seq: number | null) => void;
  /** At the end of the bar. */
  readonly end?: ReactNode;
}

const everything: ReceiptFilter = {};

export function ReceiptsPanel({ store, label, fixed = everything, seq, onOpen, end }: Props) {
  useWatched(store);
  const state = useStore(store);
  const [picked, setPicked] = useState<number | null>(null);
  const opened = onOpen ? (seq ?? null) : picked;
  const clear = (): void => { state.setFilter(fixed); };
  const open = (next: number | null): void => { (onOpen ?? setPicked)(next); };
  return (
    <>
      <FilterBar filter={state.filter} fixed={fixed} change={state.changeFilter} clear={clear} end={end} />
      {isFiltered(state.filter) && <IndexNote index={state.index} onGoOn={() => { void state.goOnIndexing(); }} />}
      <div className={styles.split} data-open={opened !== null || undefined}>
        <div className={styles.list} aria-busy={state.filter !== state.shown || undefined}>
          <Found state={state} label={label} opened={opened} onOpen={open} onClear={clear} />
        </div>
        {opened !== null && <ReceiptInspector key={opened} seq={opened} onClose={() => { open(null); }} />}
      </div>
      <Foot>{foundText(state.lines)}</Foot>
    </>
  );
}

interface FoundProps {
  readonly state: ReceiptsStore;
  readonly label: string;
  readonly opened: number | null;
  readonly onOpen: (seq: number) => void;
  readonly onClear: () => void;
}

function Found({ state: { shown, lines, read, index, place, need, leave }, label, opened, onOpen, onClear }: FoundProps) {
  const onRange = useCallback((first: number, last: number) => { need(first, last); }, [need]);
  if (!read) return <Waiting>Reading receipts.</Waiting>;
  if (totalOf(lines) === 0) return <NothingFound index={index} onClear={onClear} />;
  return (
    <DataGrid
      key={JSON.stringify(shown)} label={label} className={styles.receipts} columns={receiptColumns} count={countOf(lines)} rowAt={(at) => lineAt(lines, at)}
      keyOf={keyOf} addedOnTop={addedOnTopOf(lines)} onOpen={({ receipt }) => { onOpen(receipt.seq); }} onRange={onRange} place={place} onLeave={leave}
      {...(opened !== null && { selectedKey: String(opened), selectedIndex: indexOfSeq(lines, opened) })}
    />
  );
}

const keyOf = ({ receipt }: { readonly receipt: { readonly seq: number } }): string => String(receipt.seq);

import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import { isFiltered, type IndexState, type ReceiptFilter } from '../../shared/receipt-filter.ts';
import { pageReader } from './paged.ts';
import { linesFrom, missingPages, noLines, questionFor, receiptsAtOnce, withAllPage, withNewer, withOlder, type ReceiptLines } from './receipt-lines.ts';
import type { ListPlace } from './list-place.ts';
import { all, atOnce, coalesced, watched, type Undo } from './refreshing.ts';

export interface ReceiptsStore {
  /** What is looked for now. */
  readonly filter: ReceiptFilter;
  /** What the lines were looked for with: until the answer is there, they are those of an earlier filter. */
  readonly shown: ReceiptFilter;
  readonly lines: ReceiptLines;
  readonly read: boolean;
  readonly index: IndexState;
  readonly place: ListPlace | null;
  readonly watch: () => Undo;
  readonly setFilter: (filter: ReceiptFilter) => void;
  /** Sets what is named; what is named as undefined is looked for no longer. */
  readonly changeFilter: (changes: ReceiptFilter) => void;
  /** Reads what is missing of these rows. */
  readonly need: (first: number, last: number) => void;
  readonly leave: (place: ListPlace) => void;
  readonly goOnIndexing: () => Promise<void>;
}

/** The rows somebody sees, before a list has told which. */
const atTop: readonly [number, number] = [0, 0];

const withoutAbsent = (filter: ReceiptFilter): ReceiptFilter => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

export function createReceiptsStore(bridge: Bridge, initial: ReceiptFilter) {
  return createStore<ReceiptsStore>()((set, get) => {
    let sight = atTop;

    const readPage = async (page: number): Promise<void> => {
      const { shown, lines } = get();
      if (lines.kind !== 'all') return;
      const answer = await bridge.listReceipts({ filter: shown, ...questionFor(page, lines.paged.total) });
      set((state) => (state.shown === shown && state.lines.kind === 'all' ? { lines: { kind: 'all', paged: withAllPage(state.lines.paged, page, answer) } } : state));
    };
    const reader = pageReader(readPage);

    const readOlder = coalesced(async () => {
      const { shown, lines } = get();
      if (lines.kind !== 'filtered' || lines.next === null) return;
      const answer = await bridge.listReceipts({ filter: shown, before: lines.next, limit: receiptsAtOnce });
      set((state) => (state.shown === shown && state.lines.kind === 'filtered' ? { lines: withOlder(state.lines, answer) } : state));
    }, atOnce);

    /** The newest receipts that fit the filter of this moment; an answer to an earlier one comes too late. */
    const readFirst = async (): Promise<void> => {
      const { filter } = get();
      const answer = await bridge.listReceipts({ filter, limit: isFiltered(filter) ? receiptsAtOnce : 1 });
      if (get().filter !== filter) return;
      set(({ shown, lines }) => ({ read: true, shown: filter, index: answer.index, lines: shown === filter ? withNewer(lines, answer) : linesFrom(filter, answer) }));
      get().need(...sight);
    };
    const readNewest = coalesced(readFirst);

    const start = (): Undo => {
      const undo = all([
        bridge.on('ledgerGrew', () => { void readNewest(); }),
        bridge.on('indexChanged', (index) => {
          set({ index });
          if (isFiltered(get().filter)) void readNewest();
        }),
      ]);
      void readNewest();
      return undo;
    };

    return {
      filter: initial,
      shown: initial,
      lines: noLines(initial),
      read: false,
      index: { state: 'whole' },
      place: null,
      watch: watched(start),
      setFilter(filter) {
        reader.restart();
        sight = atTop;
        set({ filter, place: null });
        void readFirst();
      },
      changeFilter(changes) { get().setFilter(withoutAbsent({ ...get().filter, ...changes })); },
      need(first, last) {
        sight = [first, last];
        const { lines } = get();
        if (lines.kind === 'all') void reader.need(missingPages(lines.paged, first, Math.min(last, lines.paged.total - 1)));
        else if (last >= lines.lines.length && lines.next !== null) void readOlder();
      },
      leave(place) { set({ place }); },
      async goOnIndexing() { await bridge.goOnIndexing({}); },
    };
  });
}

import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { ReceiptFilter } from '../../shared/receipt-filter.ts';
import { noPages, pageReader, pageSize } from './paged.ts';
import { missingPages, questionFor, withAllPage, withNewer, withOlder, type ReceiptLines } from './receipt-lines.ts';
import { coalesced, watched, type Undo } from './refreshing.ts';

export interface ReceiptsStore {
  readonly filter: ReceiptFilter;
  readonly lines: ReceiptLines;
  readonly read: boolean;
  readonly watch: () => Undo;
  readonly setFilter: (filter: ReceiptFilter) => void;
  /** Reads what is missing of these rows. */
  readonly need: (first: number, last: number) => void;
}

const startOf = (filter: ReceiptFilter): ReceiptLines =>
  Object.values(filter).some((value) => value !== undefined)
    ? { kind: 'filtered', lines: [], total: 0, next: null }
    : { kind: 'all', paged: noPages };

export function createReceiptsStore(bridge: Bridge, initial: ReceiptFilter) {
  return createStore<ReceiptsStore>()((set, get) => {
    let sight: readonly [number, number] = [0, pageSize - 1];

    const readPage = async (page: number): Promise<void> => {
      const { filter, lines } = get();
      if (lines.kind !== 'all') return;
      const answer = await bridge.listReceipts({ filter, ...questionFor(page, lines.paged.total) });
      set((state) => (state.filter === filter && state.lines.kind === 'all' ? { lines: { kind: 'all', paged: withAllPage(state.lines.paged, page, answer) } } : state));
    };
    const reader = pageReader(readPage);

    const readOlder = coalesced(async () => {
      const { filter, lines } = get();
      if (lines.kind !== 'filtered' || lines.next === null) return;
      const answer = await bridge.listReceipts({ filter, before: lines.next, limit: pageSize });
      set((state) => (state.filter === filter && state.lines.kind === 'filtered' ? { lines: withOlder(state.lines, answer) } : state));
    }, 0);

    const readNewest = coalesced(async () => {
      const { filter, lines } = get();
      const answer = await bridge.listReceipts({ filter, limit: lines.kind === 'all' ? 1 : pageSize });
      set((state) => {
        if (state.filter !== filter) return state;
        if (state.lines.kind === 'filtered') return { read: true, lines: withNewer(state.lines, answer) };
        return { read: true, lines: { kind: 'all', paged: { ...state.lines.paged, total: Math.max(state.lines.paged.total, answer.total) } } };
      });
      get().need(...sight);
    });

    const start = (): Undo => {
      const undo = bridge.on('ledgerGrew', () => { void readNewest(); });
      void readNewest();
      return undo;
    };

    return {
      filter: initial,
      lines: startOf(initial),
      read: false,
      watch: watched(start),
      setFilter(filter) {
        reader.restart();
        sight = [0, pageSize - 1];
        set({ filter, lines: startOf(filter), read: false });
        void readNewest();
      },
      need(first, last) {
        sight = [first, last];
        const { lines } = get();
        if (lines.kind === 'all') void reader.need(missingPages(lines.paged, first, Math.min(last, lines.paged.total - 1)));
        else if (last >= lines.lines.length && lines.next !== null) void readOlder();
      },
    };
  });
}

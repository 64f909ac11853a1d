import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { ReceiptView } from '../../shared/bridge-values.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { coalesced, watched, type Undo } from './refreshing.ts';

export interface ReceiptStore {
  readonly opened: Loaded<ReceiptView>;
  readonly watch: () => Undo;
}

/** One receipt. Itself it never changes; the story of its attempt may go on until it is settled. */
export function createReceiptStore(bridge: Bridge, seq: number) {
  return createStore<ReceiptStore>()((set, get) => {
    const load = coalesced(async () => { set({ opened: loadedFrom(await bridge.openReceipt({ seq })) }); });
    const reload = (): void => {
      const { opened } = get();
      if (opened.phase === 'ready' && (!opened.value.attempt || opened.value.attempt.settlement)) return;
      void load();
    };
    return {
      opened: loading,
      watch: watched(() => {
        reload();
        return bridge.on('ledgerGrew', reload);
      }),
    };
  });
}

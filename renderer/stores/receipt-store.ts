import type { Bridge } from '../../shared/bridge.ts';
import type { ReceiptView } from '../../shared/bridge-values.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { all, coalesced, watched, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export interface ReceiptStore {
  readonly opened: Loaded<ReceiptView>;
  readonly watch: () => Undo;
}

/** One receipt. Itself it never changes; the story of its attempt may go on until it is settled, and a signature may come to cover it. */
export function createReceiptStore(bridge: Bridge, seq: number) {
  return createSteadyStore<ReceiptStore>()((set, get) => {
    const load = coalesced(async () => { set({ opened: await loadedFrom(bridge.openReceipt({ seq })) }); });
    const reload = (): void => {
      const { opened } = get();
      if (opened.phase !== 'ready' || isUnfinished(opened.value)) void load();
    };
    return {
      opened: loading,
      watch: watched(() => {
        reload();
        return all([bridge.on('ledgerGrew', reload), bridge.on('frameChanged', reload)]);
      }),
    };
  });
}

const isUnfinished = ({ attempt, proof }: ReceiptView): boolean => proof.state === 'not_covered' || (attempt !== undefined && !attempt.settlement);

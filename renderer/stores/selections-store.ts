import type { Bridge } from '../../shared/bridge.ts';
import type { EarlierSelection } from '../../shared/bridge-values.ts';
import { coalesced, watched, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export interface SelectionsStore {
  /** What was staged since the console was opened, for whichever worker, latest first. */
  readonly earlier: readonly EarlierSelection[];
  readonly watch: () => Undo;
}

export function createSelectionsStore(bridge: Bridge) {
  return createSteadyStore<SelectionsStore>()((set) => {
    const load = coalesced(async () => {
      const result = await bridge.listSelections({});
      if (result.ok) set({ earlier: result.value });
    });
    return {
      earlier: [],
      watch: watched(() => {
        void load();
        return bridge.on('ledgerGrew', () => { void load(); });
      }),
    };
  });
}

import type { Bridge } from '../../shared/bridge.ts';
import type { ThingsListing } from '../../shared/external-view.ts';
import type { Endpoint } from '../../shared/ids.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { all, coalesced, watched, type Rest, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export interface ThingsStore {
  readonly listing: Loaded<ThingsListing>;
  readonly watch: () => Undo;
}

/** Which containers use a thing is part of its row, so any change on its engine is read: with at most a tenth of the engine's time. */
const rarely: Rest = (spent) => Math.max(400, 9 * spent);

/** What else is on an engine beside its containers. */
export function createThingsStore(bridge: Bridge, endpoint: Endpoint) {
  return createSteadyStore<ThingsStore>()((set) => {
    const load = coalesced(async () => {
      set({ listing: await loadedFrom(bridge.listThings({ endpoint })) });
    }, rarely);
    const reload = (): void => { void load(); };
    const start = (): Undo => {
      const undo = all([
        bridge.on('engineChanged', ({ endpoint: where }) => { if (where === endpoint) reload(); }),
        bridge.on('ledgerGrew', reload),
      ]);
      reload();
      return undo;
    };
    return { listing: loading, watch: watched(start) };
  });
}

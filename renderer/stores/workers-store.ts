import type { Bridge } from '../../shared/bridge.ts';
import type { WorkerRow } from '../../shared/bridge-values.ts';
import { loading, ready, type Loaded } from './loaded.ts';
import { coalesced, keptFresh, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export type WorkerFilter = 'open' | 'all';

export interface WorkersStore {
  readonly workers: Loaded<readonly WorkerRow[]>;
  readonly filter: WorkerFilter;
  readonly watch: () => Undo;
  /** Reads once, without keeping fresh. */
  readonly load: () => Promise<void>;
  readonly show: (filter: WorkerFilter) => void;
}

export function createWorkersStore(bridge: Bridge) {
  return createSteadyStore<WorkersStore>()((set) => {
    const load = coalesced(async () => {
      set({ workers: ready(await bridge.listWorkers({})) });
    });

    return {
      workers: loading,
      filter: 'open',
      watch: keptFresh(bridge, load),
      load,
      show(filter) { set({ filter }); },
    };
  });
}

export const shownWorkers = (rows: readonly WorkerRow[], filter: WorkerFilter): readonly WorkerRow[] =>
  filter === 'all' ? rows : rows.filter(({ open }) => open);

import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { ContainerListing, EnvironmentRow } from '../../shared/bridge-values.ts';
import type { Endpoint } from '../../shared/ids.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { all, coalesced, watched, type Undo } from './refreshing.ts';

export type EnvironmentFilter = 'all' | 'ours' | 'other';

export interface EnvironmentsStore {
  readonly listing: Loaded<ContainerListing>;
  readonly filter: EnvironmentFilter;
  readonly search: string;
  readonly watch: () => Undo;
  readonly show: (filter: EnvironmentFilter) => void;
  readonly find: (search: string) => void;
}

export function createEnvironmentsStore(bridge: Bridge, endpoint: Endpoint) {
  return createStore<EnvironmentsStore>()((set) => {
    const load = coalesced(async () => { set({ listing: loadedFrom(await bridge.listEnvironments({ endpoint })) }); });
    const reload = (): void => { void load(); };
    const start = (): Undo => {
      const undo = all([
        bridge.on('engineChanged', (changed) => { if (changed.endpoint === endpoint) reload(); }),
        // Whose a container is comes from the ledger.
        bridge.on('ledgerGrew', reload),
      ]);
      reload();
      return undo;
    };
    return {
      listing: loading,
      filter: 'all',
      search: '',
      watch: watched(start),
      show(filter) { set({ filter }); },
      find(search) { set({ search }); },
    };
  });
}

export function shownEnvironments(rows: readonly EnvironmentRow[], filter: EnvironmentFilter, search: string): readonly EnvironmentRow[] {
  const wanted = search.trim().toLowerCase();
  const fits = ({ name, image, id, owner }: EnvironmentRow): boolean => wanted === '' || `${name} ${image} ${id} ${owner?.seat ?? ''}`.toLowerCase().includes(wanted);
  return rows.filter((row) => (filter === 'all' || row.custody === filter) && fits(row));
}

import type { Bridge } from '../../shared/bridge.ts';
import type { ContainerListing, EnvironmentRow } from '../../shared/bridge-values.ts';
import { mostNamedContainers } from '../../shared/engine-readings.ts';
import type { StandingGroup } from '../../shared/standing.ts';
import type { Endpoint } from '../../shared/ids.ts';
import { loadedFrom, loading, mapLoaded, type Loaded } from './loaded.ts';
import { all, coalesced, watched, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export type EnvironmentFilter = 'all' | StandingGroup;

export interface EnvironmentsStore {
  readonly listing: Loaded<ContainerListing>;
  readonly filter: EnvironmentFilter;
  readonly search: string;
  readonly watch: () => Undo;
  readonly show: (filter: EnvironmentFilter) => void;
  readonly find: (search: string) => void;
}

export function createEnvironmentsStore(bridge: Bridge, endpoint: Endpoint) {
  return createSteadyStore<EnvironmentsStore>()((set, get) => {
    /** Containers to be read again; `all` where more than these may have changed. */
    let changed: Set<string> | 'all' = 'all';

    const load = coalesced(async () => {
      const only = changed === 'all' || changed.size > mostNamedContainers ? undefined : [...changed];
      changed = new Set();
      const { listing } = get();
      if (only && listing.phase === 'ready') {
        if (only.length === 0) return;
        set({ listing: mapLoaded(await loadedFrom(bridge.listEnvironments({ endpoint, only })), (read) => withRead(listing.value, only, read)) });
      } else set({ listing: await loadedFrom(bridge.listEnvironments({ endpoint })) });
    });

    const reload = (container?: string): void => {
      if (container === undefined) changed = 'all';
      else if (changed !== 'all') changed.add(container);
      void load();
    };

    const start = (): Undo => {
      const undo = all([
        bridge.on('engineChanged', ({ endpoint: where, container }) => { if (where === endpoint) reload(container); }),
        // Whose a container is comes from the ledger.
        bridge.on('ledgerGrew', () => { reload(); }),
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

/** The listing with those containers as they are now: some are gone, and new ones stand on top, as an engine lists them. */
export function withRead(listing: ContainerListing, only: readonly string[], read: ContainerListing): ContainerListing {
  const now = new Map(read.environments.map((row) => [row.id, row]));
  const asked = new Set(only);
  const kept = listing.environments.flatMap((row) => (asked.has(row.id) ? [now.get(row.id)].filter((found) => found !== undefined) : [row]));
  const known = new Set(listing.environments.map(({ id }) => id));
  return { environments: [...read.environments.filter(({ id }) => !known.has(id)), ...kept], readAt: read.readAt };
}

export function shownEnvironments(rows: readonly EnvironmentRow[], filter: EnvironmentFilter, search: string): readonly EnvironmentRow[] {
  const wanted = search.trim().toLowerCase();
  const fits = ({ name, image, id, owner }: EnvironmentRow): boolean => wanted === '' || `${name} ${image} ${id} ${owner?.seat ?? ''}`.toLowerCase().includes(wanted);
  return rows.filter((row) => (filter === 'all' || row.custody === filter) && fits(row));
}

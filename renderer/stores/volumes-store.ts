import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { VolumeListing } from '../../shared/external-view.ts';
import type { Endpoint } from '../../shared/ids.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { all, coalesced, watched, type Undo } from './refreshing.ts';

export interface VolumesStore {
  readonly listing: Loaded<VolumeListing>;
  readonly watch: () => Undo;
}

/** Which containers mount a volume is part of its row, so any change on its engine is read. A pause keeps that rare. */
const pauseMilliseconds = 400;

export function createVolumesStore(bridge: Bridge, endpoint: Endpoint) {
  return createStore<VolumesStore>()((set) => {
    const load = coalesced(async () => {
      set({ listing: loadedFrom(await bridge.listVolumes({ endpoint })) });
    }, pauseMilliseconds);
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

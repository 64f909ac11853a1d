import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { Endpoint } from '../../shared/ids.ts';
import type { Result } from '../../shared/result.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { all, coalesced, watched, type Undo } from './refreshing.ts';

export interface EngineListStore<Listing> {
  readonly listing: Loaded<Listing>;
  readonly watch: () => Undo;
}

/** Which containers use a thing is part of its row, so any change on its engine is read. A pause keeps that rare. */
const pauseMilliseconds = 400;

/** What else is on an engine beside its containers. */
export function createEngineListStore<Listing>(bridge: Pick<Bridge, 'on'>, endpoint: Endpoint, read: (of: { readonly endpoint: Endpoint }) => Promise<Result<Listing>>) {
  return createStore<EngineListStore<Listing>>()((set) => {
    const load = coalesced(async () => {
      set({ listing: loadedFrom(await read({ endpoint })) });
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

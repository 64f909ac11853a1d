import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { ExternalView, OfExternal } from '../../shared/external-view.ts';
import type { Digest } from '../../shared/ids.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { all, coalesced, watched, type Undo } from './refreshing.ts';

export type ExternalPlace = 'attach' | 'leave';

export interface ExternalStore extends Asking<ExternalPlace> {
  readonly view: Loaded<ExternalView>;
  readonly watch: () => Undo;
  readonly attach: (shown: Digest) => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** Something on an engine that is no worker’s: what it is now, whose it is, and what may be decided about it. */
export function createExternalStore(bridge: Bridge, of: OfExternal) {
  return createStore<ExternalStore>()((set) => {
    const ask = askingIn<ExternalPlace>((change) => { set(change); });
    const load = coalesced(async () => {
      set({ view: loadedFrom(await bridge.openExternal(of)) });
    });
    const reload = (): void => { void load(); };
    const start = (): Undo => {
      const undo = all([
        bridge.on('engineChanged', ({ endpoint, container }) => { if (endpoint === of.endpoint && (container === undefined || container === of.id || of.resource !== 'container')) reload(); }),
        bridge.on('ledgerGrew', reload),
      ]);
      reload();
      return undo;
    };
    return {
      view: loading,
      ...nothingAsked,
      watch: watched(start),
      async attach(shown) {
        await ask('attach', () => bridge.attach({ ...of, shown }));
        await load();
      },
      async leave() {
        await ask('leave', () => bridge.leave(of));
        await load();
      },
    };
  });
}

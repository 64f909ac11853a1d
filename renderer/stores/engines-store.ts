import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { EngineRow } from '../../shared/bridge-values.ts';
import type { Endpoint } from '../../shared/ids.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { loading, ready, type Loaded } from './loaded.ts';
import { all, coalesced, watched, type Undo } from './refreshing.ts';

export type EnginesPlace = 'add' | 'forget' | 'startPrivate' | 'stopPrivate';

export interface EnginesStore extends Asking<EnginesPlace> {
  readonly engines: Loaded<readonly EngineRow[]>;
  readonly watch: () => Undo;
  /** Answers the engine added, or nothing after a refusal. */
  readonly addEndpoint: (path: string) => Promise<EngineRow | undefined>;
  readonly forgetEndpoint: (endpoint: Endpoint) => Promise<void>;
  readonly startPrivate: () => Promise<void>;
  readonly stopPrivate: () => Promise<void>;
}

export function createEnginesStore(bridge: Bridge) {
  return createStore<EnginesStore>()((set) => {
    const ask = askingIn<EnginesPlace>((change) => { set(change); });
    const load = coalesced(async () => {
      set({ engines: ready(await bridge.listEngines({})) });
    });
    const reload = (): void => { void load(); };
    const askAndReload = async <Value>(place: EnginesPlace, request: Parameters<typeof ask<Value>>[1]): Promise<Value | undefined> => {
      const value = await ask(place, request);
      await load();
      return value;
    };

    const start = (): Undo => {
      const undo = all([bridge.on('engineChanged', reload), bridge.on('frameChanged', reload)]);
      reload();
      return undo;
    };

    return {
      engines: loading,
      ...nothingAsked,
      watch: watched(start),
      addEndpoint: (path) => askAndReload('add', () => bridge.addEndpoint({ path })),
      async forgetEndpoint(endpoint) { await askAndReload('forget', () => bridge.forgetEndpoint({ endpoint })); },
      async startPrivate() { await askAndReload('startPrivate', () => bridge.startPrivateEngine({})); },
      async stopPrivate() { await askAndReload('stopPrivate', () => bridge.stopPrivateEngine({})); },
    };
  });
}

const noEngines: readonly EngineRow[] = [];

export const reachableEngines = (engines: readonly EngineRow[] | undefined): readonly EngineRow[] => (engines ?? noEngines).filter(({ facts }) => facts !== undefined);

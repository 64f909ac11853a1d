import type { Bridge } from '../../shared/bridge.ts';
import type { EngineListing, EngineRow } from '../../shared/bridge-values.ts';
import type { Endpoint } from '../../shared/ids.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { loading, ready, type Loaded } from './loaded.ts';
import { all, coalesced, watched, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export type EnginesPlace = 'add' | 'forget' | 'certificates' | 'startPrivate' | 'stopPrivate';

export interface EnginesStore extends Asking<EnginesPlace> {
  readonly engines: Loaded<readonly EngineRow[]>;
  readonly unusable: EngineListing['unusable'];
  readonly watch: () => Undo;
  /** Answers the engine added, or nothing after a refusal. */
  readonly addEndpoint: (path: string) => Promise<EngineRow | undefined>;
  readonly forgetEndpoint: (endpoint: Endpoint) => Promise<void>;
  readonly chooseCertificates: (endpoint: Endpoint) => Promise<void>;
  readonly startPrivate: () => Promise<void>;
  readonly stopPrivate: () => Promise<void>;
}

export function createEnginesStore(bridge: Bridge) {
  return createSteadyStore<EnginesStore>()((set) => {
    const ask = askingIn<EnginesPlace>((change) => { set(change); });
    const load = coalesced(async () => {
      const { engines, unusable } = await bridge.listEngines({});
      set({ engines: ready(engines), unusable });
    });
    const reload = (): void => { void load(); };
    const askAndReload = async <Value>(place: EnginesPlace, request: Parameters<typeof ask<Value>>[1]): Promise<Value | undefined> => {
      const value = await ask(place, request);
      await load();
      return value;
    };

    const start = (): Undo => {
      const undo = all([
        // Which engines there are is looked for on disk: not for every container that changes on one.
        bridge.on('engineChanged', ({ container }) => { if (container === undefined) reload(); }),
        bridge.on('frameChanged', reload),
      ]);
      reload();
      return undo;
    };

    return {
      engines: loading,
      unusable: [],
      ...nothingAsked,
      watch: watched(start),
      addEndpoint: (path) => askAndReload('add', () => bridge.addEndpoint({ path })),
      async forgetEndpoint(endpoint) { await askAndReload('forget', () => bridge.forgetEndpoint({ endpoint })); },
      async chooseCertificates(endpoint) { await askAndReload('certificates', () => bridge.chooseCertificates({ endpoint })); },
      async startPrivate() { await askAndReload('startPrivate', () => bridge.startPrivateEngine({})); },
      async stopPrivate() { await askAndReload('stopPrivate', () => bridge.stopPrivateEngine({})); },
    };
  });
}

const noEngines: readonly EngineRow[] = [];

export const reachableEngines = (engines: readonly EngineRow[] | undefined): readonly EngineRow[] => (engines ?? noEngines).filter(({ facts }) => facts !== undefined);

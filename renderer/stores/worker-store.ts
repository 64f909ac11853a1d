import type { Bridge } from '../../shared/bridge.ts';
import type { WorkerView } from '../../shared/bridge-values.ts';
import type { BindingId } from '../../shared/ids.ts';
import type { LaunchRequest } from '../../shared/worker-spec.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { coalesced, keptFresh, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export type WorkerPlace = 'continue' | 'observe' | 'launch' | 'lookAgain';

export interface WorkerStore extends Asking<WorkerPlace> {
  readonly worker: Loaded<WorkerView>;
  readonly watch: () => Undo;
  readonly load: () => Promise<void>;
  readonly continuePreparation: () => Promise<void>;
  readonly observe: () => Promise<void>;
  readonly launch: (request: LaunchRequest) => Promise<void>;
  readonly lookAgain: () => Promise<void>;
}

export function createWorkerStore(bridge: Bridge, binding: BindingId) {
  return createSteadyStore<WorkerStore>()((set) => {
    const ask = askingIn<WorkerPlace>((change) => { set(change); });
    const load = coalesced(async () => {
      set({ worker: await loadedFrom(bridge.openWorker({ binding })) });
    });

    return {
      worker: loading,
      ...nothingAsked,
      watch: keptFresh(bridge, load),
      load,
      async continuePreparation() { await ask('continue', () => bridge.continuePreparation({ binding })); },
      async observe() { await ask('observe', () => bridge.observe({ binding })); },
      async launch(request) { await ask('launch', () => bridge.launch({ binding, request })); },
      async lookAgain() { await ask('lookAgain', () => bridge.lookAgain({ binding })); },
    };
  });
}

import type { Bridge } from '../../shared/bridge.ts';
import type { BindingId } from '../../shared/ids.ts';
import type { TeardownPlan, TeardownStepId } from '../../shared/teardown.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { coalesced, keptFresh, sparingly, type Undo } from './refreshing.ts';
import { releasing, type Releasing } from './releasing.ts';
import { createSteadyStore } from './steady-store.ts';

export type CustodyPlace = TeardownStepId | 'lookAgain' | 'release';

export interface CustodyStore extends Asking<CustodyPlace>, Releasing {
  readonly plan: Loaded<TeardownPlan>;
  readonly watch: () => Undo;
  readonly runStep: (step: TeardownStepId) => Promise<void>;
  readonly lookAgain: () => Promise<void>;
}

export function createCustodyStore(bridge: Bridge, binding: BindingId) {
  return createSteadyStore<CustodyStore>()((set) => {
    const ask = askingIn<CustodyPlace>((change) => { set(change); });
    const load = coalesced(async () => {
      set({ plan: await loadedFrom(bridge.planTeardown({ binding })) });
    }, sparingly);

    return {
      plan: loading,
      ...releasing(bridge, { binding }, { ask, set, load }),
      ...nothingAsked,
      watch: keptFresh(bridge, load),
      async runStep(step) {
        await ask(step, () => bridge.runTeardownStep({ binding, step }));
        await load();
      },
      async lookAgain() {
        await ask('lookAgain', () => bridge.lookAgain({ binding }));
        await load();
      },
    };
  });
}

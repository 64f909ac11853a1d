import { createStore } from 'zustand/vanilla';
import type { Bridge } from '../../shared/bridge.ts';
import type { BindingId } from '../../shared/ids.ts';
import type { TeardownPlan, TeardownStepId } from '../../shared/teardown.ts';
import type { Receiver } from '../../shared/release.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { coalesced, keptFresh, type Undo } from './refreshing.ts';

export type CustodyPlace = TeardownStepId | 'lookAgain' | 'release';

export interface CustodyStore extends Asking<CustodyPlace> {
  readonly plan: Loaded<TeardownPlan>;
  readonly watch: () => Undo;
  readonly runStep: (step: TeardownStepId) => Promise<void>;
  readonly lookAgain: () => Promise<void>;
  /** Gives away all that it holds; then its file is written. */
  readonly release: (to: Receiver) => Promise<void>;
  readonly writeAgain: () => Promise<void>;
  /** Where the file of its release went. */
  readonly written: string | null;
}

export function createCustodyStore(bridge: Bridge, binding: BindingId) {
  return createStore<CustodyStore>()((set) => {
    const ask = askingIn<CustodyPlace>((change) => { set(change); });
    const load = coalesced(async () => {
      set({ plan: loadedFrom(await bridge.planTeardown({ binding })) });
    });

    const writing = async (request: () => ReturnType<Bridge['release']>): Promise<void> => {
      const left = await ask('release', request);
      if (left) set({ written: left.file });
      await load();
    };
    const of = { binding };

    return {
      plan: loading,
      written: null,
      release: (to) => writing(() => bridge.release({ of, to })),
      writeAgain: () => writing(() => bridge.writeRelease({ of })),
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

import type { Bridge } from '../../shared/bridge.ts';
import type { ExternalView, OfExternal } from '../../shared/external-view.ts';
import type { ExternalStepId } from '../../shared/external-plan.ts';
import type { AttemptId, Digest } from '../../shared/ids.ts';
import type { Result } from '../../shared/result.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { loadedFrom, loading, type Loaded } from './loaded.ts';
import { all, coalesced, watched, sparingly, type Undo } from './refreshing.ts';
import { releasing, type Releasing } from './releasing.ts';
import { createSteadyStore } from './steady-store.ts';

export type ExternalPlace = 'attach' | 'leave' | 'takeOver' | 'release' | 'lookAgain' | ExternalStepId;

export interface ExternalStore extends Asking<ExternalPlace>, Releasing {
  readonly view: Loaded<ExternalView>;
  readonly watch: () => Undo;
  readonly attach: (shown: Digest) => Promise<void>;
  readonly leave: () => Promise<void>;
  readonly takeOver: (shown: Digest, owner: string) => Promise<void>;
  readonly runStep: (step: ExternalStepId) => Promise<void>;
  readonly lookAgain: (attempt: AttemptId) => Promise<void>;
}

/** Something on an engine that is no worker’s: what it is now, whose it is, and what may be decided about it. */
export function createExternalStore(bridge: Bridge, of: OfExternal) {
  return createSteadyStore<ExternalStore>()((set) => {
    const ask = askingIn<ExternalPlace>((change) => { set(change); });
    const load = coalesced(async () => {
      set({ view: await loadedFrom(bridge.openExternal(of)) });
    }, sparingly);
    const reload = (): void => { void load(); };
    const start = (): Undo => {
      const undo = all([
        bridge.on('engineChanged', ({ endpoint, container }) => { if (endpoint === of.endpoint && (container === undefined || container === of.id || of.resource !== 'container')) reload(); }),
        bridge.on('ledgerGrew', reload),
      ]);
      reload();
      return undo;
    };
    const acting = async (place: ExternalPlace, request: () => Promise<Result<unknown>>): Promise<void> => {
      await ask(place, request);
      await load();
    };
    return {
      view: loading,
      ...nothingAsked,
      watch: watched(start),
      attach: (shown) => acting('attach', () => bridge.attach({ ...of, shown })),
      leave: () => acting('leave', () => bridge.leave(of)),
      takeOver: (shown, owner) => acting('takeOver', () => bridge.takeOverAttached({ ...of, shown, owner })),
      runStep: (step) => acting(step, () => bridge.runExternalStep({ ...of, step })),
      lookAgain: (attempt) => acting('lookAgain', () => bridge.lookAgain({ attempt })),
      ...releasing(bridge, of, { ask, set, load }),
    };
  });
}

import { createStore } from 'zustand/vanilla';
import type { Bridge, NewWorker } from '../../shared/bridge.ts';
import type { BindingId } from '../../shared/ids.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { draftOf, emptyDraft, type DraftField, type WorkerDraft } from './worker-draft.ts';

export interface DraftStore extends Asking<'prepare' | 'startFrom'> {
  readonly draft: WorkerDraft;
  /** Fields a person has left: only these show what is wrong with them before the first try. */
  readonly left: ReadonlySet<DraftField>;
  readonly tried: boolean;
  readonly edit: (change: Partial<WorkerDraft>) => void;
  readonly leave: (field: DraftField) => void;
  readonly markTried: () => void;
  /** What of the earlier worker it was begun from is not kept any more. */
  readonly forgotten: readonly string[];
  /** Fills in everything as it was asked for then; nothing is asked for by that. */
  readonly startFrom: (earlier: BindingId) => Promise<void>;
  /** Answers the new worker, or nothing after a refusal. */
  readonly prepare: (worker: NewWorker) => Promise<BindingId | undefined>;
}

/** Outlives the page, so that looking something up elsewhere loses nothing. */
export function createDraftStore(bridge: Bridge) {
  return createStore<DraftStore>()((set) => {
    const ask = askingIn<'prepare' | 'startFrom'>((change) => { set(change); });
    return {
      draft: emptyDraft,
      left: new Set(),
      tried: false,
      forgotten: [],
      ...nothingAsked,
      edit(change) { set(({ draft }) => ({ draft: { ...draft, ...change } })); },
      leave(field) { set(({ left }) => ({ left: new Set([...left, field]) })); },
      markTried() { set({ tried: true }); },
      async startFrom(binding) {
        const earlier = await ask('startFrom', () => bridge.readEarlierWorker({ binding }));
        if (earlier) set({ draft: draftOf(earlier.worker, earlier.seatIsFree), left: new Set(), tried: false, forgotten: earlier.forgotten });
      },
      async prepare(worker) {
        const made = await ask('prepare', () => bridge.prepareWorker(worker));
        if (made) set({ draft: emptyDraft, left: new Set(), tried: false, forgotten: [] });
        return made?.binding;
      },
    };
  });
}

import type { Bridge } from '../../shared/bridge.ts';
import type { Closing } from '../../shared/bridge-values.ts';
import type { AttemptId, BindingId, Digest } from '../../shared/ids.ts';
import type { InboxItem } from '../../shared/inbox.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { loading, ready, type Loaded } from './loaded.ts';
import { coalesced, keptFresh, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

type LookTarget = Parameters<Bridge['lookAgain']>[0];

export type InboxPlace = `look ${string}` | `close ${string}` | `keep ${string}` | 'reanchor';

export interface InboxStore extends Asking<InboxPlace> {
  readonly items: Loaded<readonly InboxItem[]>;
  /** How the last closing ended, until the next one. */
  readonly closed: { readonly attempt: AttemptId; readonly how: Closing } | null;
  /** The ledger was reanchored from here. */
  readonly reanchored: boolean;
  readonly watch: () => Undo;
  readonly lookAgain: (item: InboxItem, target: LookTarget) => Promise<void>;
  readonly close: (item: InboxItem, attempt: AttemptId) => Promise<void>;
  /** It stays although its lifetime is over. */
  readonly keep: (item: InboxItem, binding: BindingId) => Promise<void>;
  /** Signs for exactly what was shown. */
  readonly reanchor: (subject: Digest) => Promise<void>;
}

export function createInboxStore(bridge: Bridge) {
  return createSteadyStore<InboxStore>()((set) => {
    const ask = askingIn<InboxPlace>((change) => { set(change); });
    const load = coalesced(async () => {
      set({ items: ready(await bridge.listInbox({})) });
    });

    return {
      items: loading,
      closed: null,
      reanchored: false,
      ...nothingAsked,
      watch: keptFresh(bridge, load),
      async lookAgain(item, target) {
        await ask(`look ${item.id}`, () => bridge.lookAgain(target));
        await load();
      },
      async close(item, attempt) {
        set({ closed: null });
        const how = await ask(`close ${item.id}`, () => bridge.closeAttempt({ attempt }));
        if (how) set({ closed: { attempt, how } });
        await load();
      },
      async keep(item, binding) {
        await ask(`keep ${item.id}`, () => bridge.keepWorker({ binding }));
        await load();
      },
      async reanchor(subject) {
        set({ reanchored: false });
        const done = await ask('reanchor', () => bridge.reanchor({ subject }));
        if (done !== undefined) set({ reanchored: true });
        await load();
      },
    };
  });
}

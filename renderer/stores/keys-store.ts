import type { Bridge } from '../../shared/bridge.ts';
import type { KeysView } from '../../shared/bridge-values.ts';
import { askingIn, nothingAsked, type Asking } from './asking.ts';
import { coalesced, watched, type Undo } from './refreshing.ts';
import { createSteadyStore } from './steady-store.ts';

export interface KeysStore extends Asking<'seal' | 'unlock'> {
  readonly keys: KeysView | null;
  readonly watch: () => Undo;
  /** Answers whether it was done, so that the field can forget what was typed. */
  readonly seal: (passphrase: string) => Promise<boolean>;
  readonly unlock: (passphrase: string) => Promise<boolean>;
}

export function createKeysStore(bridge: Bridge) {
  return createSteadyStore<KeysStore>()((set) => {
    const ask = askingIn<'seal' | 'unlock'>((change) => { set(change); });
    const load = coalesced(async () => { set({ keys: await bridge.keys({}) }); });
    const start = (): Undo => {
      const undo = bridge.on('frameChanged', () => { void load(); });
      void load();
      return undo;
    };
    const change = async (place: 'seal' | 'unlock', request: () => ReturnType<Bridge['sealKeys']>): Promise<boolean> => {
      const keys = await ask(place, request);
      if (keys) set({ keys });
      return keys !== undefined;
    };
    return {
      keys: null,
      ...nothingAsked,
      watch: watched(start),
      seal: (passphrase) => change('seal', () => bridge.sealKeys({ passphrase })),
      unlock: (passphrase) => change('unlock', () => bridge.unlockKeys({ passphrase })),
    };
  });
}

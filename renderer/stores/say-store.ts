import { createStore } from 'zustand/vanilla';
import { faultText } from '../../shared/error-code.ts';

export interface SayStore {
  /** What a screen reader hears next; `turn` tells two equal texts apart. */
  readonly said: { readonly text: string; readonly turn: number };
  /** The fault shown across the window, if any. */
  readonly fault: string | null;
  readonly say: (text: string) => void;
  readonly showFault: (error: unknown) => void;
  readonly dismissFault: () => void;
}

export function createSayStore() {
  return createStore<SayStore>()((set) => ({
    said: { text: '', turn: 0 },
    fault: null,
    say(text) { set(({ said }) => ({ said: { text, turn: said.turn + 1 } })); },
    showFault(error) { set({ fault: faultText(error) }); },
    dismissFault() { set({ fault: null }); },
  }));
}

import { createContext, useContext, useEffect } from 'react';
import { useStore } from 'zustand';
import type { DraftStore } from './draft-store.ts';
import type { EnginesStore } from './engines-store.ts';
import type { FrameStore } from './frame-store.ts';
import type { Undo } from './refreshing.ts';
import type { SayStore } from './say-store.ts';
import type { SettingsStore } from './settings-store.ts';
import type { Stores } from './stores.ts';
import type { WorkersStore } from './workers-store.ts';

export const StoresContext = createContext<Stores | null>(null);

export function useStores(): Stores {
  const stores = useContext(StoresContext);
  if (!stores) throw new TypeError('useStores: no StoresContext above');
  return stores;
}

type Select<State, Value> = (state: State) => Value;

export const useFrame = <Value>(select: Select<FrameStore, Value>): Value => useStore(useStores().frame, select);
export const useWorkers = <Value>(select: Select<WorkersStore, Value>): Value => useStore(useStores().workers, select);
export const useEngines = <Value>(select: Select<EnginesStore, Value>): Value => useStore(useStores().engines, select);
export const useDraft = <Value>(select: Select<DraftStore, Value>): Value => useStore(useStores().draft, select);
export const useSettings = <Value>(select: Select<SettingsStore, Value>): Value => useStore(useStores().settings, select);
export const useSaid = <Value>(select: Select<SayStore, Value>): Value => useStore(useStores().say, select);

interface Watchable {
  readonly getState: () => { readonly watch: () => Undo };
}

/** Keeps a store fresh while the calling view is shown. */
export function useWatched(store: Watchable): void {
  useEffect(() => store.getState().watch(), [store]);
}

/** Puts a text on the clipboard and says so. */
export function useCopy(): (text: string, what: string) => void {
  const { bridge, say } = useStores();
  return (text, what) => {
    void bridge.copyText({ text }).then((result) => {
      say.getState().say(result.ok ? `Copied ${what}` : result.refusal.says);
    });
  };
}

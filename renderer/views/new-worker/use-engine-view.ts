import { useState } from 'react';
import { useStore } from 'zustand';
import type { EngineView } from '../../../shared/bridge-values.ts';
import type { Endpoint } from '../../../shared/ids.ts';
import { createEngineStore, type EngineStore } from '../../stores/engine-store.ts';
import { valueOf } from '../../stores/loaded.ts';
import { useStores, useWatched } from '../../stores/use-stores.ts';

/** The engine a worker is drafted for, kept fresh while the page is shown. */
export function useEngineView(endpoint: Endpoint): { readonly state: EngineStore; readonly view: EngineView | undefined } {
  const { bridge } = useStores();
  const [store] = useState(() => createEngineStore(bridge, endpoint));
  useWatched(store);
  const state = useStore(store);
  return { state, view: valueOf(state.engine) };
}

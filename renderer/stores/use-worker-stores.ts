import { createContext, useContext, useState } from 'react';
import { useStore } from 'zustand';
import type { Bridge } from '../../shared/bridge.ts';
import type { WorkerView } from '../../shared/bridge-values.ts';
import type { BindingId } from '../../shared/ids.ts';
import { createArtifactsStore } from './artifacts-store.ts';
import { createCustodyStore } from './custody-store.ts';
import { createLedgerStore } from './ledger-store.ts';
import { createProjectionStore } from './projection-store.ts';
import { createReceiptsStore } from './receipts-store.ts';
import { createUsageStore } from './usage-store.ts';
import { useStores } from './use-stores.ts';
import { createWorkerStore, type WorkerStore } from './worker-store.ts';

const createWorkerStores = (bridge: Bridge, binding: BindingId) => ({
  binding,
  worker: createWorkerStore(bridge, binding),
  projection: createProjectionStore(bridge, binding),
  artifacts: createArtifactsStore(bridge, binding),
  custody: createCustodyStore(bridge, binding),
  usage: createUsageStore(bridge, binding),
  receipts: createReceiptsStore(bridge, { binding }),
  ledger: createLedgerStore(bridge),
});

export type WorkerStores = ReturnType<typeof createWorkerStores>;

export const WorkerStoresContext = createContext<WorkerStores | null>(null);

/** The stores of one worker's page; they live as long as it is shown. */
export function useNewWorkerStores(binding: BindingId): WorkerStores {
  const { bridge } = useStores();
  const [stores] = useState(() => createWorkerStores(bridge, binding));
  return stores;
}

export function useWorkerStores(): WorkerStores {
  const stores = useContext(WorkerStoresContext);
  if (!stores) throw new TypeError('useWorkerStores: no WorkerStoresContext above');
  return stores;
}

export const useWorkerState = <Value>(select: (state: WorkerStore) => Value): Value => useStore(useWorkerStores().worker, select);

export const ViewContext = createContext<WorkerView | null>(null);

/** The worker as it was read last; only below a page that has read it. */
export function useWorkerView(): WorkerView {
  const view = useContext(ViewContext);
  if (!view) throw new TypeError('useWorkerView: no ViewContext above');
  return view;
}

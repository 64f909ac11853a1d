import type { Bridge } from '../../shared/bridge.ts';
import { createDraftStore } from './draft-store.ts';
import { createEnginesStore } from './engines-store.ts';
import { createFrameStore } from './frame-store.ts';
import { createInboxStore } from './inbox-store.ts';
import { createKeysStore } from './keys-store.ts';
import { createLedgerStore } from './ledger-store.ts';
import { createReceiptsStore } from './receipts-store.ts';
import { createSayStore } from './say-store.ts';
import { createSelectionsStore } from './selections-store.ts';
import { createSettingsStore } from './settings-store.ts';
import { createTroubleStore } from './trouble-store.ts';
import { createWorkersStore } from './workers-store.ts';

/** What lives as long as the window. Stores of one worker, engine or receipt are made by the view that shows it. */
export const createStores = (bridge: Bridge) => ({
  bridge,
  frame: createFrameStore(bridge),
  inbox: createInboxStore(bridge),
  workers: createWorkersStore(bridge),
  engines: createEnginesStore(bridge),
  draft: createDraftStore(bridge),
  ledger: createLedgerStore(bridge),
  receipts: createReceiptsStore(bridge, {}),
  selections: createSelectionsStore(bridge),
  settings: createSettingsStore(bridge),
  keys: createKeysStore(bridge),
  trouble: createTroubleStore(bridge),
  say: createSayStore(),
});

export type Stores = ReturnType<typeof createStores>;

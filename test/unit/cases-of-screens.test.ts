import { expect, test } from 'vitest';
import { createInboxStore } from '../../renderer/stores/inbox-store.ts';
import { createWorkerStore } from '../../renderer/stores/worker-store.ts';
import { createWorkersStore } from '../../renderer/stores/workers-store.ts';
import type { Undo } from '../../renderer/stores/refreshing.ts';
import { createFakeBridge, type FakeBridge } from '../support/fake-bridge.ts';

const screens: Readonly<Record<string, (bridge: FakeBridge) => Promise<Undo>>> = {
  Inbox: async (bridge) => createInboxStore(bridge).getState().watch(),
  Workers: async (bridge) => createWorkersStore(bridge).getState().watch(),
  'a worker': async (bridge) => {
    const [row] = await bridge.listWorkers({});
    if (!row) throw new TypeError('the scene has no worker');
    return createWorkerStore(bridge, row.binding).getState().watch();
  },
};

/** What asks an engine for all that it has. */
const lists: ReadonlySet<string> = new Set(['listEnvironments', 'listThings', 'openEngine', 'planTeardown', 'listGuestFiles', 'readHeadroom']);

test.each(Object.entries(screens))('B6 50: %s lists nothing of an engine, however much of it changes', async (_name, open) => {
  const bridge = createFakeBridge('far-too-much');
  const leave = await open(bridge);
  const [endpoint] = (await bridge.listEngines({})).engines.map((engine) => engine.endpoint);
  if (endpoint === undefined) throw new TypeError('the scene has no engine');

  for (let change = 0; change < 20; change += 1) bridge.announce('engineChanged', { endpoint });
  await expect.poll(() => bridge.calls.length).toBeGreaterThan(2);
  await new Promise((resolve) => { setTimeout(resolve, 150); });
  leave();

  expect(bridge.calls.filter(({ method }) => lists.has(method))).toEqual([]);
});

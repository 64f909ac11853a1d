import { expect, test } from 'vitest';
import { createCustodyStore } from '../../renderer/stores/custody-store.ts';
import { createEngineStore } from '../../renderer/stores/engine-store.ts';
import { createEnvironmentsStore } from '../../renderer/stores/environments-store.ts';
import { createReceiptStore } from '../../renderer/stores/receipt-store.ts';
import { sparingly } from '../../renderer/stores/refreshing.ts';
import { createThingsStore } from '../../renderer/stores/things-store.ts';
import { createWorkerStore } from '../../renderer/stores/worker-store.ts';
import { createFakeBridge } from '../support/fake-bridge.ts';
import { labEndpoint } from '../support/fake-bridge/engines.ts';
import { aBindingId } from '../support/builders.ts';

const shown = { phase: 'refused', refusal: { says: 'It could not be read: the bridge is gone.' } };

test('what is waited for is not waited for any more once reading it broke off, whatever it is', async () => {
  const bridge = createFakeBridge('ordinary');
  for (const request of ['openWorker', 'planTeardown', 'openReceipt', 'listEnvironments', 'openEngine', 'listThings'] as const) bridge.answerWith(request, async () => { throw new TypeError('the bridge is gone'); });
  const worker = createWorkerStore(bridge, aBindingId());
  const custody = createCustodyStore(bridge, aBindingId());
  const receipt = createReceiptStore(bridge, 1);
  const environments = createEnvironmentsStore(bridge, labEndpoint);
  const engine = createEngineStore(bridge, labEndpoint);
  const things = createThingsStore(bridge, labEndpoint);

  for (const store of [worker, custody, receipt, environments, engine, things]) store.getState().watch();

  await expect.poll(() => worker.getState().worker).toMatchObject(shown);
  await expect.poll(() => custody.getState().plan).toMatchObject(shown);
  await expect.poll(() => receipt.getState().opened).toMatchObject(shown);
  await expect.poll(() => environments.getState().listing).toMatchObject(shown);
  await expect.poll(() => engine.getState().engine).toMatchObject(shown);
  await expect.poll(() => things.getState().listing).toMatchObject(shown);
});

test('a plan that is made anew with every change leaves an engine with a thousand containers most of its time', () => {
  expect(sparingly(5)).toBe(60);
  expect(sparingly(200)).toBe(600);
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BindingId } from '../../shared/ids.ts';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import type { HostProcess } from '../support/host-process.ts';
import { KilledConsole } from '../support/killed-console.ts';
import { folded, prepareSample, refusalOf, requestSample, until, valueOf, view } from '../support/sample-worker.ts';
import { asStranger } from '../support/stranger.ts';
import { testEngine, type TestHost } from '../support/test-host.ts';

const seatOf = (name: string): string => `${name}@t${process.pid}`;
const reader = createDockerEngines().readers.at(testEngine());

let killed: KilledConsole;

beforeEach(async () => {
  killed = await KilledConsole.begin();
});

afterEach(() => killed.end());

/** Leaves a sample image and the endpoint behind, so that a child only has to ask for a worker. */
async function requestInChild(seat: string): Promise<{ readonly start: (child: HostProcess) => void }> {
  const { host } = killed;
  const binding = await prepareSample(host, killed.endpoint, { seat: `${seat}0` });
  const { spec } = await folded(host, binding);
  await takeBack(host, binding);
  return {
    start: (child) =>
      void child.ask('prepareWorker', { endpoint: spec.endpoint, seat, image: spec.image, network: 'none', artifacts: [], resources: spec.resources, argv: spec.argv }),
  };
}

const bindingOfSeat = (host: TestHost, seat: string): Promise<BindingId> =>
  until('the worker is in the ledger', async () => (await host.requests.listWorkers({})).find((row) => row.seat === seat)?.binding);

/** A console that was killed while it asked for a worker's container, and opened again. */
async function killedWhileCreating(name: string, kind: 'hold_answer' | 'hold_request'): Promise<{ readonly host: TestHost; readonly binding: BindingId }> {
  const seat = seatOf(name);
  const { start } = await requestInChild(seat);
  const host = await killed.killDuring(/POST \S*\/containers\/create/, { kind }, start);
  return { host, binding: await bindingOfSeat(host, seat) };
}

async function takeBack(host: TestHost, binding: BindingId): Promise<void> {
  for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
}

describe('law 2: a lost answer is unconfirmed, and law 3: only evidence settles', () => {
  test('killed after the engine created the container: after restart the one container is ours and no second one is made', async () => {
    const { host, binding } = await killedWhileCreating('killed-after-create', 'hold_answer');
    await killed.settledOpen(binding);

    const { resources } = await folded(host, binding);
    expect(resources.container.creation?.settlement?.disposition).toBe('applied');
    valueOf(await host.requests.continuePreparation({ binding }));
    const containers = (await reader.listContainers()).filter(({ name }) => name === resources.container.name);
    expect(containers).toHaveLength(1);
    expect((await folded(host, binding)).resources.container.present?.value.id).toBe(containers[0]?.id);
    await takeBack(host, binding);
  });

  test('killed after the engine created the container, which somebody removed since: going on says so, and the rest can be taken back', async () => {
    const { host, binding } = await killedWhileCreating('killed-and-gone', 'hold_answer');
    await killed.settledOpen(binding);
    await asStranger('DELETE', `/containers/${(await folded(host, binding)).resources.container.name}`);

    expect(refusalOf(await host.requests.continuePreparation({ binding }))).toMatchObject({ code: 'not_found' });
    expect(valueOf(await host.requests.planTeardown({ binding })).steps.find(({ id }) => id === 'stop_container')?.state).toMatchObject({ kind: 'already_gone' });
    for (const step of ['stop_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
  });

  test('killed after the engine created the container: it can be taken back at once, as what it is', async () => {
    const { host, binding } = await killedWhileCreating('killed-and-left', 'hold_answer');
    await killed.settledOpen(binding);

    await takeBack(host, binding);
    const { resources } = await folded(host, binding);
    expect(resources.container.present?.value.id).toBeDefined();
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
  });

  test('killed before the request reached the engine: after restart it is unconfirmed, and nothing is asked again', async () => {
    const { host, binding } = await killedWhileCreating('killed-before-create', 'hold_request');
    await killed.lookedAgain(binding);

    expect((await view(host, binding)).row.state).toMatchObject({ mark: 'unconfirmed' });
    expect(refusalOf(await host.requests.continuePreparation({ binding }))).toMatchObject({ code: 'unconfirmed' });
    const { resources } = await folded(host, binding);
    expect(resources.container.creation?.settlement).toBeUndefined();
    expect((await reader.listContainers()).filter(({ name }) => name === resources.container.name)).toHaveLength(0);
    expect((await host.requests.frame({})).unconfirmed).toMatchObject([{ label: 'Create container', binding }]);
  });

  test('killed after the engine removed the container: after restart the removal is applied, and its absence is verified on its own', async () => {
    const binding = await prepareSample(killed.host, killed.endpoint, { seat: seatOf('killed-after-remove') });
    const id = (await folded(killed.host, binding)).resources.container.present?.value.id;

    const host = await killed.killDuring(/DELETE \S*\/containers\//, { kind: 'hold_answer' }, (child) => void child.ask('runTeardownStep', { binding, step: 'remove_container' }));
    await killed.settledOpen(binding);

    const { resources } = await folded(host, binding);
    expect(resources.container.removal?.settlement?.disposition).toBe('applied');
    expect((await reader.listContainers()).some((row) => row.id === id)).toBe(false);
    expect(resources.container.absent).toBeUndefined();
    await takeBack(host, binding);
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
  });

  test('killed while an image was built, with no worker anywhere: after restart the build is found done, without being asked', async () => {
    const { endpoint } = killed;
    valueOf(await killed.host.requests.addEndpoint({ path: endpoint }));

    const host = await killed.killDuring(/POST \S*\/build/, { kind: 'hold_answer' }, (child) => void child.ask('buildSampleImage', { endpoint }));

    await until('nothing waits any more', async () => (await host.requests.frame({})).unconfirmed.length === 0);
    const { lines } = await host.requests.listReceipts({ filter: {}, limit: 100 });
    expect(lines.flatMap(({ receipt: { body } }) => (body.kind === 'settlement' ? [body.disposition] : []))).toEqual(['applied']);
  });

  test('killed before the removal reached the engine: after restart it is unconfirmed and the container is untouched', async () => {
    const binding = await prepareSample(killed.host, killed.endpoint, { seat: seatOf('killed-before-remove') });
    const id = (await folded(killed.host, binding)).resources.container.present?.value.id;

    const host = await killed.killDuring(/DELETE \S*\/containers\//, { kind: 'hold_request' }, (child) => void child.ask('runTeardownStep', { binding, step: 'remove_container' }));
    await killed.lookedAgain(binding);

    expect((await folded(host, binding)).resources.container.removal?.settlement).toBeUndefined();
    expect(valueOf(await host.requests.planTeardown({ binding })).steps.find((step) => step.id === 'remove_container')?.state).toMatchObject({ kind: 'unconfirmed' });
    expect((await reader.listContainers()).some((row) => row.id === id)).toBe(true);
  });
});

describe('B4 39: an answer lost in the middle of its body', () => {
  test('is settled by what the engine shows, within the same process, and the worker goes on', async () => {
    const { host } = killed;
    const cut = killed.proxy.plan(/POST \S*\/containers\/create/, { kind: 'cut_answer', afterBytes: 120 });
    const binding = await requestSample(host, killed.endpoint, { seat: seatOf('cut') });
    await cut;

    await until('the preparation ends', async () => (await folded(host, binding)).resources.state.layout?.settlement, 60);

    const { resources } = await folded(host, binding);
    expect(resources.container.creation?.settlement).toMatchObject({ disposition: 'applied', evidence: [{ kind: 'reading' }] });
    expect((await reader.listContainers()).filter(({ name }) => name === resources.container.name)).toHaveLength(1);
    await takeBack(host, binding);
  });
});

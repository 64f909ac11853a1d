import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AttemptOutcome } from '../../electron/host/attempts/attempts.ts';
import { EngineProxy } from '../support/engine-proxy.ts';
import { EngineUnderTest } from '../support/engine-under-test.ts';
import type { Fault } from '../support/exchange.ts';
import { FaultedWorker, patience } from '../support/faults/faulted-worker.ts';
import type { Askable } from '../support/faults/schedule.ts';
import { launchSample, prepareSample, processEnd, valueOf, view } from '../support/sample-worker.ts';
import { openTestHost, removeFolder, temporaryFolder } from '../support/test-host.ts';

let engine: EngineUnderTest;
let worker: FaultedWorker;

beforeAll(async () => {
  engine = await EngineUnderTest.reach();
  await engine.buildImage();
});

beforeEach(async () => {
  worker = await FaultedWorker.begin(engine, patience);
});

afterEach(() => worker.end());
afterAll(() => engine.cleanUp());

const change = /^(POST|PUT|DELETE) /;
const ask = async (operation: Askable): Promise<AttemptOutcome> => worker.ask(operation, await worker.truth());

function askThrough(fault: Fault, operation: Askable): Promise<AttemptOutcome> {
  void worker.proxy.plan(change, fault);
  return ask(operation);
}

describe('B2: a removal that is told otherwise than it went', () => {
  test('19: an error after the effect is neither believed nor taken for success: the absence is read', async () => {
    await ask('create_volume');

    const outcome = await askThrough({ kind: 'replace_answer', status: 500, body: '{"message":"driver failed"}' }, 'remove_volume');

    expect(outcome).toMatchObject({ kind: 'settled', disposition: 'applied' });
    expect((await worker.truth()).volume).toBeNull();
  });

  test('17: an error without the effect is not called a removal', async () => {
    await ask('create_volume');

    const outcome = await askThrough({ kind: 'reset_request' }, 'remove_volume');

    expect(outcome).toMatchObject({ kind: 'unconfirmed' });
    expect((await worker.truth()).volume).not.toBeNull();
  });

  test('30: “no such container” in the middle of a removal is settled by looking, and is no fault', async () => {
    await ask('create_container');
    const { container } = await worker.truth();
    await engine.raw('DELETE', `/containers/${container?.id ?? ''}`);

    expect(await worker.ask('remove_container', { container, network: null })).toMatchObject({ kind: 'settled', disposition: 'applied' });
  });

  test('26: what cannot be removed while it runs is refused, and stays', async () => {
    await ask('create_container');
    await ask('start_container');

    expect(await ask('remove_container')).toMatchObject({ kind: 'settled', disposition: 'refused' });
    expect((await worker.truth()).container?.state).toBe('running');
  });
});

describe('B4: an answer that is lost on the way', () => {
  test('40: a start whose answer never comes is found started, and is not started again', async () => {
    await ask('create_container');

    const outcome = await askThrough({ kind: 'hold_answer' }, 'start_container');
    await worker.proxy.quiet();
    await worker.attempts.reconcile();

    expect(outcome.kind).not.toBe('not_started');
    expect(worker.journal.world.open.size).toBe(0);
    expect((await worker.truth()).container?.state).toBe('running');
    expect(worker.proxy.changes.filter(({ line }) => line.includes('/start'))).toHaveLength(1);
  });

  test('42: round after round over one connection, each is answered or said to be open', async () => {
    for (let round = 0; round < 20; round += 1) {
      expect(await ask('create_volume')).toMatchObject({ kind: 'settled', disposition: 'applied' });
      expect(await ask('remove_volume')).toMatchObject({ kind: 'settled', disposition: 'applied' });
    }
  });

  test('42: rounds that fail are answered or said to be open, none in silence, and the next one goes', async () => {
    const faults: readonly Fault[] = [
      { kind: 'replace_answer', status: 500, body: '{"message":"later"}' },
      { kind: 'replace_answer', status: 201, body: '{}' },
      { kind: 'cut_answer', afterBytes: 20 },
      { kind: 'reset_request' },
    ];
    const isThere = async (): Promise<boolean> => (await worker.truth()).volume !== null;

    for (let round = 0; round < 3; round += 1) for (const fault of faults) for (const operation of ['create_volume', 'remove_volume'] as const) {
      const failed = await askThrough(fault, operation);
      expect(worker.journal.world.open.size).toBe(failed.kind === 'unconfirmed' ? 1 : 0);
      await worker.closeOpen();
      expect(worker.journal.world.open.size).toBe(0);

      const isDone = (await isThere()) === (operation === 'create_volume');
      expect(failed).toMatchObject(isDone ? { kind: 'settled', disposition: 'applied' } : { kind: 'unconfirmed' });
      if (!isDone) expect(await ask(operation)).toMatchObject({ kind: 'settled', disposition: 'applied' });
      expect(await isThere()).toBe(operation === 'create_volume');
    }
  });

  test('39: what is open keeps the next step from starting, whatever is destroyed by it', async () => {
    await ask('create_volume');
    await askThrough({ kind: 'hold_request' }, 'remove_volume');

    expect(await ask('remove_volume')).toMatchObject({ kind: 'not_started', refusal: { code: 'unconfirmed' } });
    expect(worker.proxy.changes.filter(({ line }) => line.startsWith('DELETE'))).toHaveLength(1);
  });
});

describe('B5 46: events that are dropped', () => {
  test('are made up for by a look: a process that ended meanwhile is seen to have ended', async () => {
    const proxy = await EngineProxy.start(path.join(temporaryFolder(), 'engine.sock'), engine.endpoint);
    const host = openTestHost();
    const binding = await prepareSample(host, `unix://${proxy.path}`, { seat: `dropped@t${process.pid}` });
    valueOf(await launchSample(host, binding, ['sleep', '600']));
    const { container } = (await view(host, binding)).binding.resources;

    await proxy.stop();
    await engine.raw('POST', `/containers/${container.present?.value.id ?? ''}/kill`);
    await proxy.startAgain();

    expect(await processEnd(host, binding)).toMatchObject({ state: 'exited', exitCode: 137 });
    for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
    host.close();
    await proxy.stop();
    removeFolder(host.folder);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import type { Desk } from '../../electron/host/desk.ts';
import { engineChanged, engineReached } from '../../electron/host/notice-engine-changes.ts';
import { EngineFault, EngineUnreachableError, type EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { launch } from '../../electron/host/execution/launch.ts';
import { noteProcess, observe } from '../../electron/host/execution/observe.ts';
import { runs } from '../../shared/execution-results.ts';
import type { BindingId } from '../../shared/ids.ts';
import { theContainer } from '../support/memory-guest.ts';
import { anExecutionId, anInstant, theEndpoint } from '../support/builders.ts';
import { MemoryWorker } from '../support/memory-worker.ts';

let worker: MemoryWorker;
/** What the directory was told to be read. */
let read: BindingId[];

beforeEach(() => {
  worker = new MemoryWorker();
  read = [];
});

const look = () => noteProcess(worker, worker.guest.reader, worker.id);
const desk = () => Object.assign(Object.create(worker) as MemoryWorker, { notify: () => undefined, directory: { row: () => undefined, answersTo: () => 'itself', noteRead: (_endpoint: unknown, bindings: Iterable<BindingId>) => void read.push(...bindings) }, tasks: { running: [] } }) as unknown as Desk;
const processes = () => worker.binding.executions.map(({ process }) => process?.value.state);

async function endedOnce(): Promise<void> {
  await worker.launched(anExecutionId(1));
  worker.guest.ends(anInstant(5));
  await look();
}

describe('what the engine shows of a process', () => {
  test('is the execution’s whose start it came after', async () => {
    await endedOnce();

    expect(worker.binding.executions[0]?.process?.value).toMatchObject({ state: 'exited', startedAt: anInstant(1), finishedAt: anInstant(5) });
  });

  test('is not a later execution’s whose start is not shown: how the earlier one ended is no end of it', async () => {
    await endedOnce();
    worker.guest.startAnswer = { kind: 'unclear', says: 'no answer' };
    await worker.launched(anExecutionId(2));

    await look();
    await observe(worker, worker.id);

    expect(processes()).toEqual(['exited', undefined]);
    expect(worker.binding.readiness.task_completed?.value).toEqual({ state: 'not_seen', says: 'no start of the last launch was seen' });
  });

  test('is not a later execution’s either whose start was refused', async () => {
    await endedOnce();
    worker.guest.startAnswer = { kind: 'refused', status: 400, says: 'no' };
    await worker.launched(anExecutionId(2));

    await look();

    expect(processes()).toEqual(['exited', undefined]);
  });

  test('keeps the end that was seen when a later start fails and leaves its exit code in that one’s place', async () => {
    await endedOnce();
    const ended = worker.binding.executions[0]?.process;
    worker.guest.startAnswer = { kind: 'refused', status: 400, says: 'no' };
    await worker.launched(anExecutionId(2));
    expect(worker.guest.exitCode).toBe(128);

    await look();

    expect(worker.binding.executions[0]?.process).toEqual(ended);
  });

  test('is noted before a launch as it ended: whatever comes of that launch, the engine tells that end no more', async () => {
    worker.prepared();
    await worker.launched(anExecutionId(1));
    await look();
    worker.guest.ends(anInstant(5));
    worker.guest.startAnswer = { kind: 'refused', status: 400, says: 'no' };

    expect(await launch(worker, worker.id, { argv: ['true'], workingDirectory: '/workspace/task', environmentNames: [] })).toMatchObject({ ok: false });
    await look();

    expect(worker.guest.exitCode).toBe(128);
    expect(worker.binding.executions.map(({ process }) => process?.value)).toEqual([expect.objectContaining({ state: 'exited', exitCode: 0 }), undefined]);
  });

  test('is read again when the engine tells that what had ended began: nothing that runs reads as ended', async () => {
    await endedOnce();
    worker.guest.runs(anInstant(8));

    await engineChanged(desk(), theEndpoint, { type: 'changed', kind: 'container', action: 'start', id: theContainer, timeNano: '1' });

    expect(worker.binding.executions[0]?.process?.value).toEqual({ state: 'running', startedAt: anInstant(8) });
  });

  test('is read again when an engine that was not heard is reached, where it began again', async () => {
    await endedOnce();
    worker.guest.runs(anInstant(8));

    await engineReached(desk(), theEndpoint);

    expect(worker.binding.executions[0]?.process?.value).toEqual({ state: 'running', startedAt: anInstant(8) });
  });

  test('is read again when an engine that was not heard is reached, where it began again and ended again', async () => {
    await endedOnce();
    worker.guest.runs(anInstant(8));
    worker.guest.ends(anInstant(9));

    await engineReached(desk(), theEndpoint);

    expect(worker.binding.executions[0]?.process?.value).toMatchObject({ state: 'exited', startedAt: anInstant(8), finishedAt: anInstant(9) });
  });

  test('that ended is asked for once at each connection, after one list, and not where it is gone', async () => {
    await endedOnce();
    const { reader } = worker.guest;
    const asked: string[] = [];
    worker.readers.at = () => ({
      ...reader,
      listContainers: async () => { asked.push('list'); return reader.listContainers(); },
      inspectContainer: async (id: string) => { asked.push('inspect'); return reader.inspectContainer(id); },
    });
    const { size } = worker.opened.ledger;

    await engineReached(desk(), theEndpoint);
    expect([asked.splice(0), worker.opened.ledger.size]).toEqual([['list', 'inspect'], size]);
    worker.guest.isRemoved = true;
    await engineReached(desk(), theEndpoint);

    expect([asked, processes()]).toEqual([['list'], ['exited']]);
  });

  test('has ended where its container is being removed and shows its end already', async () => {
    await worker.launched(anExecutionId(1));
    await look();
    Object.assign(worker.guest, { state: 'removing' });
    await look();
    expect(processes()).toEqual(['running']);

    Object.assign(worker.guest, { finishedAt: anInstant(5), exitCode: 137 });
    await engineChanged(desk(), theEndpoint, { type: 'changed', kind: 'container', action: 'die', id: theContainer, timeNano: '1' });

    expect(worker.binding.executions[0]?.process?.value).toMatchObject({ state: 'exited', finishedAt: anInstant(5), exitCode: 137 });
  });

  test.each([
    ['an engine that was not heard is reached', () => engineReached(desk(), theEndpoint)],
    ['the engine tells of it', () => engineChanged(desk(), theEndpoint, { type: 'changed', kind: 'container', action: 'destroy', id: theContainer, timeNano: '1' })],
  ])('that went with its container by another hand is verified as gone when %s, and runs no more', async (_when, notice) => {
    worker.prepared();
    await worker.launched(anExecutionId(1));
    await look();
    expect(runs(worker.binding)).toBe(true);
    worker.guest.isRemoved = true;

    await notice();

    expect([runs(worker.binding), worker.binding.resources.container.absent?.value.length]).toEqual([false, 4]);
  });

  test('is verified as gone also where another container has its name by now', async () => {
    worker.prepared();
    await worker.launched(anExecutionId(1));
    await look();
    const { reader } = worker.guest;
    worker.readers.at = () => ({ ...reader, inspectContainer: async (id: string) => (id === theContainer ? null : { ...(await reader.inspectContainer(theContainer)), id: 'another' }) }) as EngineReader;
    expect(await reader.listContainers()).toHaveLength(1);
    worker.guest.isListed = false;

    await engineReached(desk(), theEndpoint);

    expect([runs(worker.binding), read]).toEqual([false, [worker.id]]);
  });

  test('is not told as read where its container is there and is not the one that was recorded', async () => {
    worker.prepared();
    await worker.launched(anExecutionId(1));
    await look();
    const { reader } = worker.guest;
    worker.readers.at = () => ({ ...reader, inspectContainer: async (id: string) => ({ ...(await reader.inspectContainer(id)), labels: {}, created: 'another time' }) }) as EngineReader;

    await engineReached(desk(), theEndpoint);

    expect([runs(worker.binding), read]).toEqual([true, []]);
  });

  test('that had ended before its container went is left to the shutdown to verify', async () => {
    worker.prepared();
    await endedOnce();
    worker.guest.isRemoved = true;

    await engineChanged(desk(), theEndpoint, { type: 'changed', kind: 'container', action: 'destroy', id: theContainer, timeNano: '1' });

    expect(worker.binding.resources.container.absent).toBeUndefined();
  });

  test.each([['runs', false], ['had ended', true]])('that cannot be read of one worker keeps nobody from the others, and that one is not told as read: one that %s', async (_what, hasEnded) => {
    await worker.launched(anExecutionId(1));
    await look();
    if (hasEnded) worker.guest.ends(anInstant(5));
    await look();
    await engineReached(desk(), theEndpoint);
    expect(read.splice(0)).toEqual([worker.id]);
    const { reader } = worker.guest;
    worker.readers.at = () => ({ ...reader, inspectContainer: async () => { throw new EngineFault('its layer is gone'); } });
    const told: unknown[] = [];

    await engineReached(Object.assign(desk(), { notify: (notice: string) => told.push(notice) }), theEndpoint);

    expect([told, read]).toEqual([['engineChanged'], []]);
  });

  test('is looked for without effect while the engine gives no answer: that it did not is noted until it is reached again', async () => {
    const { reader } = worker.guest;
    worker.readers.at = () => ({ ...reader, identity: async () => { throw new EngineUnreachableError('refused', 'nobody listens'); } });
    await observe(worker, worker.id);
    expect(worker.binding.readiness.provider_reachable?.value).toMatchObject({ state: 'not_seen', says: expect.stringContaining('cannot be reached') as string });
    worker.readers.at = () => reader;

    await engineReached(desk(), theEndpoint);

    expect(worker.binding.readiness.provider_reachable?.value.state).toBe('seen');
  });

  test('is the earlier one’s still where it is first seen after a later launch', async () => {
    await worker.launched(anExecutionId(1));
    await look();
    worker.guest.ends(anInstant(5));
    worker.guest.startAnswer = { kind: 'unclear', says: 'no answer' };
    await worker.launched(anExecutionId(2));

    await look();

    expect(processes()).toEqual(['exited', undefined]);
  });

  test('is the later one’s when its start comes late', async () => {
    await endedOnce();
    worker.guest.startAnswer = { kind: 'unclear', says: 'no answer' };
    await worker.launched(anExecutionId(2));
    await look();

    worker.guest.runs(anInstant(9));
    await look();

    expect(worker.binding.executions[1]?.process?.value).toEqual({ state: 'running', startedAt: anInstant(9) });
  });

  test('is the later one’s although the engine’s clock was set back between them', async () => {
    worker.guest.starts = 6;
    await endedOnce();
    worker.guest.starts = 2;
    await worker.launched(anExecutionId(2));
    await look();

    expect(worker.binding.executions.map(({ process }) => process?.value)).toEqual([expect.objectContaining({ state: 'exited', startedAt: anInstant(7) }), { state: 'running', startedAt: anInstant(3) }]);
  });
});

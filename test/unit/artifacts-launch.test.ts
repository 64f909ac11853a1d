import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../electron/host/attempts/answer.ts';
import { checkPublished } from '../../electron/host/artifacts/check-published.ts';
import { runTeardownStep } from '../../electron/host/custody/run-teardown-step.ts';
import { awaitsExport } from '../../shared/execution-results.ts';
import { teardownPlan } from '../../shared/teardown-plan.ts';
import { anExecutionId, anInstant } from '../support/builders.ts';
import { MemoryWorker } from '../support/memory-worker.ts';

const declared = '/workspace/task/report.md';
const lost: Answer = { kind: 'unclear', says: 'no answer' };
let worker: MemoryWorker;

beforeEach(() => {
  worker = new MemoryWorker();
});

const exported = () => worker.exported(declared);
const isAwaited = (): boolean => worker.binding.artifacts.some((artifact) => awaitsExport(worker.binding, artifact));

async function endedOnce(content = 'first'): Promise<void> {
  await worker.launched(anExecutionId(1));
  worker.guest.file(declared, content);
  worker.guest.ends(anInstant(2));
}

describe('a launch whose start is not settled', () => {
  test('has nothing exported, not even that there is nothing: it may be about to write it', async () => {
    worker.guest.startAnswer = lost;
    await worker.launched();

    expect(await exported()).toMatchObject({ ok: false, refusal: { code: 'unconfirmed', says: expect.stringContaining('A launch of this worker is not settled') } });
    expect(worker.artifact(declared)?.exported).toBeUndefined();
    expect(isAwaited()).toBe(true);
  });

  test('never has an earlier execution’s bytes published as its own', async () => {
    await endedOnce();
    worker.guest.startAnswer = lost;
    await worker.launched(anExecutionId(2));

    expect(await exported()).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
    expect(existsSync(worker.exportPlace())).toBe(false);
    expect(worker.artifact(declared)?.exported).toBeUndefined();
  });

  test('and that begins while a result is read, has that read told by nobody', async () => {
    await endedOnce();
    const { reader } = worker.guest;
    worker.readers.at = () => ({ ...reader, archive: async (...asked) => { const tar = await reader.archive(...asked); await worker.launched(anExecutionId(2)); return tar; } });

    expect(await exported()).toMatchObject({ ok: false, refusal: { code: 'blocked', says: expect.stringContaining('A launch began while it was read') } });
    expect(existsSync(worker.exportPlace())).toBe(false);
    expect(worker.outgoing).toEqual([]);
  });
});

describe('a launch that was refused', () => {
  test('leaves the results to the execution before it', async () => {
    await endedOnce();
    worker.guest.startAnswer = { kind: 'refused', status: 400, says: 'no' };
    await worker.launched(anExecutionId(2));

    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'published', execution: anExecutionId(1), destination: worker.exportPlace('task/report.md') } });
    expect(isAwaited()).toBe(false);
  });
});

test('a launch after the engine’s clock was set back has its results exported as its own', async () => {
  worker.guest.starts = 6;
  await endedOnce();
  worker.guest.starts = 2;
  await worker.launched(anExecutionId(2));
  worker.guest.ends(anInstant(4));

  expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'published', execution: anExecutionId(2) } });
  expect(isAwaited()).toBe(false);
});

describe('a result that is exported while its process runs', () => {
  test('is told so, and is owed until it left again after the end', async () => {
    await worker.launched();
    worker.guest.file(declared, 'so far');

    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'published', ran: true } });
    expect(isAwaited()).toBe(true);
    worker.guest.ends(anInstant(5));
    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'already_there' } });
    expect(worker.artifact(declared)?.exported?.value).not.toHaveProperty('ran');
    expect(isAwaited()).toBe(false);
  });

  test('and written anew since, leaves beside what left before', async () => {
    await worker.launched();
    worker.guest.file(declared, 'so far');
    await exported();
    worker.guest.file(declared, 'all of it');
    worker.guest.ends(anInstant(5));

    expect(isAwaited()).toBe(true);
    const later = `${worker.exportPlace()}-take-2/task/report.md`;
    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'published', destination: later } });
    expect(readFileSync(worker.exportPlace('task/report.md'), 'utf8')).toBe('so far');
    expect(readFileSync(later, 'utf8')).toBe('all of it');
    expect(isAwaited()).toBe(false);
    expect(await exported()).toMatchObject({ ok: true, value: { outcome: 'already_there', destination: later } });
  });

  test('is out once its end was seen and it left after that, whoever sees the end first', async () => {
    await endedOnce();
    await exported();

    expect(worker.binding.executions[0]?.process?.seq).toBeLessThan(worker.artifact(declared)?.exported?.seq ?? 0);
    expect(isAwaited()).toBe(false);
  });
});

test('a worker that ran again unheard after its result had left is not removed before what it wrote anew has left too', async () => {
  worker.prepared();
  await endedOnce();
  await exported();
  worker.guest.runs(anInstant(8));
  worker.guest.file(declared, 'anew');
  worker.guest.ends(anInstant(9));

  expect(await runTeardownStep(worker, worker.id, 'remove_container')).toMatchObject({ ok: false, refusal: { code: 'blocked', says: expect.stringContaining(declared) } });

  expect(worker.binding.resources.container.removal).toBeUndefined();
  expect(isAwaited()).toBe(true);
});

describe('a result of an earlier execution that left', () => {
  const place = (): string => worker.exportPlace('task/report.md');

  beforeEach(async () => {
    await endedOnce();
    await exported();
    await worker.launched(anExecutionId(2));
    worker.guest.ends(anInstant(5));
  });

  test.each<[string, () => void, string]>([
    ['is refused', () => worker.guest.file(declared, Buffer.alloc(1_000_001)), 'refused'],
    ['cannot be read', () => worker.guest.forged.set(declared, Buffer.from('x'.repeat(2000))), 'refused'],
    ['is not there', () => void worker.guest.things.delete(declared), 'nothing'],
  ])('is still told where it went when that of a later one %s', async (_how, change, outcome) => {
    change();
    await exported();

    expect(worker.artifact(declared)).toMatchObject({ exported: { value: { outcome, execution: anExecutionId(2) } }, lastLeft: { value: { execution: anExecutionId(1), destination: place() } } });
    expect(teardownPlan(worker.binding, { container: { kind: 'gone' }, work: { kind: 'gone' }, state: { kind: 'gone' }, network: { kind: 'gone' } }, new Set(), 'an engine').kept.map(({ name }) => name)).toContain(place());
    expect(await checkPublished(worker, worker.binding, declared)).toMatchObject({ ok: true, value: { outcome: 'matches', destination: place() } });
  });

  test('stays as it was told when the engine is gone, and as it was seen since when a later one fails', async () => {
    await checkPublished(worker, worker.binding, declared);
    const told = worker.artifact(declared);
    worker.guest.isReachable = false;
    await exported();
    expect(worker.artifact(declared)).toEqual(told);
    worker.guest.isReachable = true;
    worker.guest.things.delete(declared);
    await exported();

    expect(worker.artifact(declared)).toMatchObject({ exported: { value: { outcome: 'nothing' } }, checked: { value: { outcome: 'matches' } } });
    expect(isAwaited()).toBe(false);
  });
});

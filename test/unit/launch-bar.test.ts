import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../electron/host/attempts/answer.ts';
import { launch } from '../../electron/host/execution/launch.ts';
import { launchBar, launchObstacle } from '../../shared/launch-bar.ts';
import type { Operation } from '../../shared/operations.ts';
import { guest } from '../../shared/worker-spec.ts';
import { aboutExecution, aboutProjection, aboutResource, anAttemptId, anExecutionId, anIntent } from '../support/builders.ts';
import type { MemoryWorker } from '../support/memory-worker.ts';
import { prepared } from '../support/prepared-worker.ts';

const lost: Answer = { kind: 'unclear', says: 'no answer' };
const none: ReadonlySet<ReturnType<typeof anAttemptId>> = new Set();
let worker: MemoryWorker;

beforeEach(() => {
  worker = prepared();
});

const launched = (...argv: string[]) => launch(worker, worker.id, { argv, workingDirectory: '/workspace/task', environmentNames: [] });
const fileThere = (): string => worker.guest.text(guest.launchFile) ?? '';

describe('another launch while a start is open', () => {
  test('is refused before anything of it is written: that start may still read the launch file', async () => {
    await launched('first');
    worker.guest.ends('2026-01-01T00:00:02.000Z');
    worker.guest.startAnswer = lost;
    await launched('second');
    const size = worker.journal.world.size;

    expect(await launched('third')).toMatchObject({ ok: false, refusal: { code: 'unconfirmed', says: '“Start container” of this worker is unconfirmed: it may still happen, and would run whatever the launch file says by then.' } });
    expect(worker.journal.world.size).toBe(size);
    expect(fileThere()).toContain('second');
    expect(worker.binding.executions).toHaveLength(2);
  });

  test('of two asked at the same moment, no start reads the other’s launch file', async () => {
    const ends = await Promise.all([launched('first'), launched('second')]);

    const applied = worker.binding.executions.filter(({ start }) => start?.settlement?.disposition === 'applied');
    expect(ends.filter(({ ok }) => ok)).toHaveLength(1);
    expect(applied).toHaveLength(1);
    expect(fileThere()).toContain(applied[0]?.request.value.argv[0] ?? 'nothing');
    expect(worker.binding.executions).toHaveLength(1);
  });
});

describe('what keeps a worker from being launched', () => {
  test.each<[Operation, Parameters<typeof anIntent>[1]]>([
    ['start_container', aboutExecution(anExecutionId(9))],
    ['stop_container', aboutResource('container')],
    ['remove_container', aboutResource('container')],
    ['deliver', aboutProjection()],
  ])('an open “%s”, whether its call is under way or nobody knows of it', (operation, about) => {
    worker.journal.append(anIntent(operation, about));

    expect(launchBar(worker.binding, none)).toMatchObject({ code: 'unconfirmed' });
    expect(launchBar(worker.binding, new Set([anAttemptId()]))).toMatchObject({ code: 'blocked', says: expect.stringContaining('is under way for this worker') });
  });

  test('nothing that is settled, and nothing that leaves its container and files as they are', () => {
    worker.journal.append(anIntent('publish_file', { kind: 'artifact', engine: worker.binding.spec.engine, seat: worker.binding.spec.seat, binding: worker.id, path: '/workspace/task/report.md' }));

    expect(launchBar(worker.binding, none)).toBeUndefined();
  });

  test('the form says the same, and nothing of the launch that was just asked for', () => {
    expect(launchObstacle(worker.binding, none, false)).toBeUndefined();
    worker.journal.append(anIntent('start_container', aboutExecution(anExecutionId(9))));

    expect(launchObstacle(worker.binding, none, false)).toContain('“Start container” of this worker is unconfirmed');
    expect(launchObstacle(worker.binding, new Set([anAttemptId()]), true)).toBeUndefined();
  });
});

test('a launch that no attempt may be made for is not written down', async () => {
  worker.journal.append(anIntent('create_container', aboutResource('container'), anAttemptId(7)));
  const size = worker.journal.world.size;

  expect(await launched('harness')).toMatchObject({ ok: false, refusal: { code: 'unconfirmed' } });
  expect(worker.journal.world.size).toBe(size);
});

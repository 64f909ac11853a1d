import { describe, expect, test } from 'vitest';
import type { Answer } from '../../electron/host/attempts/answer.ts';
import { touchSame } from '../../electron/host/attempts/conflict.ts';
import type { Operation } from '../../shared/operations.ts';
import type { Ref } from '../../shared/reference.ts';
import { anAttemptRun, attemptOf, type Effect } from '../support/attempt-runs.ts';
import {
  aBindingId, aboutArtifact, aboutBinding, aboutEndpoint, aboutEngine, aboutExecution, aboutImage, aboutInstallation, aboutProjection, aboutResource, aDigest, anExecutionId,
} from '../support/builders.ts';
import { applied } from '../support/fake-mutations.ts';
import { memoryGoals, notShown, shown } from '../support/memory-goals.ts';

const never = () => new Promise<Answer>(() => undefined);
const lost = (): Answer => ({ kind: 'unclear', says: 'cut' });

describe('Law 2: nothing is asked again until it is settled', () => {
  test('a second attempt on a thing that is being asked for is blocked', async () => {
    const run = anAttemptRun({ answer: never });
    const first = run.ask({ deadlineSeconds: 0.1 });

    const second = await run.ask();

    expect(second).toMatchObject({ kind: 'not_started', refusal: { code: 'blocked', says: '“Create volume” is under way for the same thing.' } });
    await first;
    expect(run.mutations.calls).toEqual(['create_volume']);
  });

  test('of two asked at the same moment, one is made', async () => {
    const run = anAttemptRun();

    const outcomes = await Promise.all([run.ask(), run.ask()]);

    expect(outcomes.map(({ kind }) => kind)).toEqual(['settled', 'not_started']);
    expect(run.mutations.calls).toEqual(['create_volume']);
  });

  test('a second attempt on a thing that is unconfirmed is refused as unconfirmed', async () => {
    const run = anAttemptRun({ answer: lost });
    await run.ask();

    const second = await run.ask();

    expect(second).toMatchObject({ kind: 'not_started', refusal: { code: 'unconfirmed' } });
    expect(run.mutations.calls).toHaveLength(1);
  });

  test('no intent is written for an attempt that does not start', async () => {
    const run = anAttemptRun({ answer: lost });
    await run.ask();
    const size = run.journal.world.size;

    await run.ask();

    expect(run.journal.world.size).toBe(size);
  });

  test('it is still refused after a restart', async () => {
    const first = anAttemptRun({ answer: lost });
    await first.ask();
    const second = anAttemptRun({ opened: first.reopen() });

    expect(await second.ask()).toMatchObject({ kind: 'not_started', refusal: { code: 'unconfirmed' } });
    expect(second.mutations.calls).toEqual([]);
  });

  test('another operation on the same thing is refused as well', async () => {
    const run = anAttemptRun({ answer: lost });
    await run.ask();

    expect(await run.ask({ operation: 'remove_volume' })).toMatchObject({ kind: 'not_started', refusal: { code: 'unconfirmed' } });
  });

  const start: Effect = (mutations, token) => mutations.daemon.start(token);
  const stop: Effect = (mutations, token) => mutations.daemon.stop(token);
  const theStart = { operation: 'start_engine', about: aboutEndpoint } as const;
  const theStop = { operation: 'stop_engine', about: aboutEndpoint } as const;

  test('an engine whose start is unconfirmed may be stopped: it may hang', async () => {
    const answers: (() => Answer)[] = [lost, () => applied];
    const run = anAttemptRun({ answer: () => (answers.shift() ?? lost)() });
    await run.ask(theStart, start);

    expect(await run.ask(theStart, start)).toMatchObject({ kind: 'not_started', refusal: { code: 'unconfirmed' } });
    expect(await run.ask(theStop, stop)).toMatchObject({ kind: 'settled', disposition: 'applied' });
  });

  test('and not while that start is under way', async () => {
    const run = anAttemptRun({ answer: never });
    const starting = run.ask({ ...theStart, deadlineSeconds: 0.1 }, start);

    expect(await run.ask(theStop, stop)).toMatchObject({ kind: 'not_started', refusal: { code: 'blocked' } });
    await starting;
  });

  test('something else goes on meanwhile', async () => {
    const answers: (() => Answer)[] = [lost, () => applied];
    const run = anAttemptRun({ answer: () => (answers.shift() ?? lost)() });
    await run.ask();

    expect(await run.ask({ about: aboutResource('state') })).toMatchObject({ kind: 'settled', disposition: 'applied' });
  });

  test('it is asked again as soon as evidence settled it', async () => {
    const readings = [notShown(), shown('refused')];
    const run = anAttemptRun({ answer: lost, goals: memoryGoals(() => readings.shift() ?? notShown()) });
    const first = await run.ask();
    await run.attempts.lookAgain(attemptOf(first));

    expect(await run.ask()).toMatchObject({ kind: 'unconfirmed' });
    expect(run.mutations.calls).toHaveLength(2);
  });
});

describe('two attempts touch the same thing', () => {
  type Try = readonly [Operation, Ref];
  const asked = ([operation, about]: Try) => ({ operation, about });

  test.each<[string, Try, Try]>([
    ['start and stop of a container', ['start_container', aboutExecution()], ['stop_container', aboutResource('container')]],
    ['start and removal of a container', ['start_container', aboutExecution()], ['remove_container', aboutResource('container')]],
    ['two executions of a worker', ['start_container', aboutExecution(anExecutionId(1))], ['start_container', aboutExecution(anExecutionId(2))]],
    ['deliveries of two manifests into a worker', ['deliver', aboutProjection(aDigest(1))], ['deliver', aboutProjection(aDigest(2))]],
    ['delivery of files and of the launch file', ['deliver', aboutProjection()], ['deliver', aboutExecution()]],
    ['a start and the launch file that it may still read', ['start_container', aboutExecution(anExecutionId(1))], ['deliver', aboutExecution(anExecutionId(2))]],
    ['delivery of files and of the layout', ['deliver', aboutProjection()], ['deliver', aboutResource('work')]],
    ['creation and removal of a volume', ['create_volume', aboutResource('work')], ['remove_volume', aboutResource('work')]],
    ['start and stop of an engine', ['start_engine', aboutEndpoint], ['stop_engine', aboutEndpoint]],
    ['two builds of an image', ['build_image', aboutImage], ['build_image', aboutImage]],
    ['two publications of an artifact', ['publish_file', aboutArtifact()], ['publish_file', aboutArtifact()]],
  ])('%s', (_name, one, two) => {
    expect(touchSame(asked(one), asked(two))).toBe(true);
    expect(touchSame(asked(two), asked(one))).toBe(true);
  });

  test.each<[string, Try, Try]>([
    ['not the two volumes of a worker', ['create_volume', aboutResource('work')], ['create_volume', aboutResource('state')]],
    ['not the containers of two workers', ['stop_container', aboutResource('container')], ['stop_container', aboutResource('container', aBindingId(2))]],
    ['not a worker’s container and its files', ['stop_container', aboutResource('container')], ['deliver', aboutProjection()]],
    ['not a stop of a container and a launch file: a stop waits for no delivery', ['stop_container', aboutResource('container')], ['deliver', aboutExecution()]],
    ['not two artifacts', ['publish_file', aboutArtifact('/workspace/a')], ['publish_file', aboutArtifact('/workspace/b')]],
    ['not files of two workers', ['deliver', aboutProjection()], ['deliver', aboutProjection(aDigest(7), aBindingId(2))]],
  ])('%s', (_name, one, two) => {
    expect(touchSame(asked(one), asked(two))).toBe(false);
  });

  test('everything that an attempt can be about is a thing of its own kind', () => {
    const abouts = [aboutInstallation, aboutEndpoint, aboutEngine, aboutImage, aboutBinding(), aboutArtifact(), aboutResource('work')];

    for (const one of abouts) expect(abouts.filter((other) => touchSame(asked(['build_image', one]), asked(['build_image', other])))).toEqual([one]);
  });
});

import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { inboxItems } from '../../shared/inbox-items.ts';
import type { InboxItem } from '../../shared/inbox.ts';
import { lifetimeProblem } from '../../shared/lifetime.ts';
import { operator } from '../../shared/receipt.ts';
import { teardownPlan, type Seen } from '../../shared/teardown-plan.ts';
import type { Lifetime } from '../../shared/worker-spec.ts';
import { emptyWorld, type World } from '../../shared/world.ts';
import { aBindingId, aboutArtifact, aboutBinding, aboutExecution, aboutResource, aDigest, anAttemptId, anEffect, anExecutionId, anInstant, anObservation, aRequest, aWorkerSpec, receiptsFrom, theFirstEpoch, theSeat } from '../support/builders.ts';

const [report, notes] = ['/workspace/task/report.md', '/workspace/task/notes.md'];
const until = (condition: Extract<Lifetime, { kind: 'until' }>['condition']): Lifetime => ({ kind: 'until', condition });

function worldOf(lifetime: Lifetime | undefined, ...entries: readonly Entry[]): World {
  const spec = aWorkerSpec({ artifacts: [{ path: report, maxBytes: 10 }, { path: notes, maxBytes: 10 }], ...(lifetime && { lifetime }) });
  return foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, aRequest(aBindingId(), spec), ...anEffect('create_container', aboutResource('container'), anAttemptId(1)), ...entries]));
}

const proposals = (world: World): readonly InboxItem[] => inboxItems(world, new Set(), new Map()).filter(({ kind }) => kind === 'lifetime_over');

const launched = (number = 1): Entry => anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, aboutExecution(anExecutionId(number)));
const started = (number = 1): readonly Entry[] => anEffect('start_container', aboutExecution(anExecutionId(number)), anAttemptId(10 + number));
const running = (number = 1): Entry => anObservation('process', { state: 'running', startedAt: 'then' }, aboutExecution(anExecutionId(number)));
const ended = (number = 1): Entry => anObservation('process', { state: 'exited', startedAt: 'then', finishedAt: 'later', exitCode: 3, outOfMemory: false }, aboutExecution(anExecutionId(number)));
const left = (path: string): Entry => anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 1, destination: `/out${path}` }, aboutArtifact(path));
const keptByOperator: Entry = { actor: operator, about: aboutBinding(), body: { kind: 'decision', decision: 'deny', subject: aDigest() } };

describe('a worker whose lifetime was until something', () => {
  test('is proposed to be taken back once its first execution ended, however it ended', () => {
    expect(proposals(worldOf(until('execution_ended'), launched(), running()))).toEqual([]);
    expect(proposals(worldOf(until('execution_ended'), launched(), ended()))).toEqual([
      expect.objectContaining({ seq: 6, since: anInstant(6), says: 'Its first execution ended with exit code 3, which is what its lifetime was until.', worker: { binding: aBindingId(), seat: theSeat } }),
    ]);
  });

  test('is proposed once what its first execution ran in is verified absent, though its end was never seen', () => {
    const absent = anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutResource('container'));
    const made = [...anEffect('create_volume', aboutResource('work'), anAttemptId(2)), anObservation('present', { id: 'work', created: '2026' }, aboutResource('work'))];

    expect(proposals(worldOf(until('execution_ended'), ...made, absent))).toEqual([]);
    expect(proposals(worldOf(until('execution_ended'), ...made, launched(), ...started(), running(), absent))).toMatchObject([{ says: 'Its first execution went with its container, which is what its lifetime was until.' }]);
  });

  test('means the execution that was named: a later one changes nothing', () => {
    expect(proposals(worldOf(until('execution_ended'), launched(1), running(1), launched(2), ended(2)))).toEqual([]);
  });

  test('means the first that started: a launch that came to nothing is none', () => {
    const refusedStart = anEffect('start_container', aboutExecution(anExecutionId(1)), anAttemptId(11), 'refused');

    expect(proposals(worldOf(until('execution_ended'), launched(1), ...refusedStart, launched(2), ...started(2), running(2)))).toEqual([]);
    expect(proposals(worldOf(until('execution_ended'), launched(1), ...refusedStart, launched(2), ...started(2), ended(2)))).toHaveLength(1);
  });

  test('is proposed once every declared result has left, and not before', () => {
    expect(proposals(worldOf(until('results_exported'), left(report)))).toEqual([]);
    expect(proposals(worldOf(until('results_exported'), left(report), left(notes)))).toEqual([expect.objectContaining({ seq: 6, says: '2 declared results have left, which is what its lifetime was until.' })]);
  });

  test.each<[string, Entry]>([
    ['nothing was at the path', anObservation('exported', { outcome: 'nothing', says: 'no such file' }, aboutArtifact(notes))],
    ['its export was refused', anObservation('exported', { outcome: 'refused', says: 'too large' }, aboutArtifact(notes))],
    ['its owner gave it up', { actor: operator, about: aboutArtifact(notes), body: { kind: 'decision', decision: 'waive', subject: aDigest() } }],
  ])('is not proposed where a result has not left: %s', (_why, entry) => {
    expect(proposals(worldOf(until('results_exported'), left(report), entry))).toEqual([]);
  });

  test('is not proposed any more where what left was seen not to be there', () => {
    const gone = anObservation('checked', { outcome: 'gone', destination: '/out' }, aboutArtifact(notes));

    expect(proposals(worldOf(until('results_exported'), left(report), left(notes), gone))).toEqual([]);
  });

  test('is not proposed any more once it was launched again: what that one gives has not left', () => {
    expect(proposals(worldOf(until('results_exported'), launched(1), ended(1), left(report), left(notes)))).toHaveLength(1);
    expect(proposals(worldOf(until('results_exported'), launched(1), ended(1), left(report), left(notes), launched(2), ...started(2)))).toEqual([]);
  });

  test('is not proposed while it runs, though its results have left: it may still write them', () => {
    const leftWhileItRan = (path: string): Entry => anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 1, destination: `/out${path}`, ran: true }, aboutArtifact(path));
    const early = [launched(), running(), leftWhileItRan(report), leftWhileItRan(notes)];

    expect(proposals(worldOf(until('results_exported'), ...early))).toEqual([]);
    expect(proposals(worldOf(until('results_exported'), ...early, ended()))).toEqual([]);
    expect(proposals(worldOf(until('results_exported'), ...early, ended(), left(report), left(notes)))).toHaveLength(1);
  });

  test('is proposed until nothing of it is held', () => {
    const absent = anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutResource('container'));

    expect(proposals(worldOf(until('execution_ended'), launched(), ended(), absent))).toEqual([]);
  });

  test('is not proposed again once somebody said that it stays', () => {
    expect(proposals(worldOf(until('execution_ended'), launched(), ended(), keptByOperator))).toEqual([]);
  });

  test('is not proposed again by results that leave once more, and is by those of a later launch', () => {
    const again = (number?: number): readonly Entry[] => [report, notes].map((path) => anObservation('exported', { outcome: 'already_there', digest: aDigest(), bytes: 1, destination: `/out${path}`, ...(number !== undefined && { execution: anExecutionId(number) }) }, aboutArtifact(path)));
    const kept = [launched(), ...started(), ended(), ...again(1), keptByOperator];

    expect(proposals(worldOf(until('results_exported'), ...kept, ...again(1)))).toEqual([]);
    expect(proposals(worldOf(until('results_exported'), ...kept, launched(2), ...started(2), ended(2), ...again(2)))).toHaveLength(1);
    expect(proposals(worldOf(until('results_exported'), ...again(), keptByOperator, ...again()))).toEqual([]);
  });

  test('is proposed by the results of a launch that began after somebody said so, though it was asked for before', () => {
    const leftOf = (number: number): readonly Entry[] => [report, notes].map((path) => anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 1, destination: `/out${path}`, execution: anExecutionId(number) }, aboutArtifact(path)));
    const lost = [launched(2), ...anEffect('start_container', aboutExecution(anExecutionId(2)), anAttemptId(12), 'not_applied')];

    expect(proposals(worldOf(until('results_exported'), launched(1), ...started(1), ended(1), ...lost, ...leftOf(1), keptByOperator, ended(2), ...leftOf(2)))).toHaveLength(1);
  });

  test('is proposed where that was said before it was over', () => {
    expect(proposals(worldOf(until('execution_ended'), keptByOperator, launched(), ended()))).toHaveLength(1);
  });
});

describe('a worker without such a lifetime', () => {
  test.each<[string, Lifetime | undefined]>([['asked for as persistent', { kind: 'persistent' }], ['asked for before there were lifetimes', undefined]])('is never proposed, whatever ended: %s', (_name, lifetime) => {
    expect(proposals(worldOf(lifetime, launched(), ended(), left(report), left(notes)))).toEqual([]);
  });
});

describe('a lifetime until the declared results have left', () => {
  test('is refused where none is declared: that nothing is left is never a condition', () => {
    expect(lifetimeProblem({ lifetime: until('results_exported'), artifacts: [] })).toContain('No result is declared');
    expect(lifetimeProblem({ lifetime: until('results_exported'), artifacts: [{}] })).toBeUndefined();
    expect(lifetimeProblem({ lifetime: until('execution_ended'), artifacts: [] })).toBeUndefined();
  });
});

describe('what is kept of a worker', () => {
  const there: Seen = { kind: 'there', running: false, usedBy: [] };
  const planFor = (lifetime: Lifetime | undefined) => {
    const binding = worldOf(lifetime, launched(), ended(), left(report), left(notes)).bindings.get(aBindingId());
    return binding && teardownPlan(binding, { container: there, work: there, state: there, network: there }, new Set(), 'an engine');
  };

  test.each<Lifetime>([{ kind: 'persistent' }, until('execution_ended'), until('results_exported')])('is no matter of its lifetime: the same steps take it back, none of them by itself: %j', (lifetime) => {
    expect(planFor(lifetime)).toEqual(planFor(undefined));
    expect(planFor(lifetime)?.steps.map(({ id }) => id)).toEqual(['stop_container', 'remove_container']);
  });

  test('B2 32: of one that is to stay, and whose process never ends, is taken back by the same steps: no step waits for an end', () => {
    const binding = worldOf({ kind: 'persistent' }, launched(), ...started(), running()).bindings.get(aBindingId());
    const steps = binding && teardownPlan(binding, { container: { ...there, running: true }, work: there, state: there, network: there }, new Set(), 'an engine').steps;

    expect(steps?.map(({ id, state }) => [id, state.kind])).toEqual([['stop_container', 'ready'], ['remove_container', 'locked']]);
  });
});

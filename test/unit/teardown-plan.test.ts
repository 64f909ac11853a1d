import { describe, expect, test } from 'vitest';
import { foldWorld } from '../../shared/fold-world.ts';
import type { Disposition } from '../../shared/receipt.ts';
import { refusal } from '../../shared/refusal.ts';
import { kindOfRole, type ResourceRole } from '../../shared/reference.ts';
import { creationOf } from '../../shared/operations.ts';
import { teardownPlan, type Seen, type SeenOf } from '../../shared/teardown-plan.ts';
import type { TeardownStepId } from '../../shared/teardown.ts';
import { emptyWorld } from '../../shared/world.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import {
  aBindingId, aDigest, aRequest, aSettlement, aWorkerSpec, aboutArtifact, aboutExecution, aboutProjection, aboutResource, anAttemptId, anEffect, anExecutionId, anInstant, anIntent, anObservation, decided, receiptsFrom, theFirstEpoch,
} from '../support/builders.ts';

const created = (role: ResourceRole, attempt: number): readonly Entry[] => [
  ...anEffect(creationOf[kindOfRole[role]], aboutResource(role), anAttemptId(attempt)),
  anObservation('present', { id: `id-of-${role}`, created: '2026-01-01T00:00:00Z' }, aboutResource(role)),
];

const prepared = [theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [] })), ...created('work', 1), ...created('state', 2), ...created('container', 3)];

const running: Seen = { kind: 'there', running: true, usedBy: [] };
const there: Seen = { kind: 'there', running: false, usedBy: [] };
const allThere: SeenOf = { container: running, work: there, state: there, network: there };

const absent = (role: ResourceRole): Entry => anObservation('absent', { readings: [{ via: 'id', at: anInstant(9) }, { via: 'listing', at: anInstant(9) }] }, aboutResource(role));

function planOf(entries: readonly Entry[], seen: SeenOf = allThere, calling: ReadonlySet<ReturnType<typeof anAttemptId>> = new Set()) {
  const binding = foldWorld(emptyWorld, receiptsFrom(entries)).bindings.get(aBindingId());
  if (!binding) throw new TypeError('the receipts make no binding');
  const plan = teardownPlan(binding, seen, calling, 'an engine');
  const stateOf = (id: TeardownStepId) => plan.steps.find((step) => step.id === id)?.state;
  return { plan, stateOf };
}

describe('a running worker', () => {
  test('can be stopped, and nothing else is offered before that is seen', () => {
    const { plan, stateOf } = planOf(prepared);

    expect(plan.steps.map(({ id }) => id)).toEqual(['stop_container', 'remove_container', 'remove_work', 'remove_state']);
    expect(stateOf('stop_container')).toEqual({ kind: 'ready' });
    expect(stateOf('remove_container')).toMatchObject({ kind: 'locked' });
    expect(stateOf('remove_work')).toMatchObject({ kind: 'locked' });
  });

  test('names what each step loses and keeps', () => {
    for (const step of planOf(prepared).plan.steps) {
      expect(step.lost).not.toBe('');
      expect(step.kept).not.toBe('');
    }
  });
});

describe('a worker that is not running', () => {
  const stopped: SeenOf = { ...allThere, container: there };

  test('unlocks the container first and the volumes only when its absence is verified', () => {
    expect(planOf(prepared, stopped).stateOf('remove_container')).toEqual({ kind: 'ready' });
    expect(planOf(prepared, stopped).stateOf('remove_work')).toMatchObject({ kind: 'locked' });

    const { stateOf } = planOf([...prepared, ...anEffect('remove_container', aboutResource('container'), anAttemptId(4)), absent('container')], { ...stopped, container: { kind: 'gone' } });

    expect(stateOf('remove_container')).toMatchObject({ kind: 'verified' });
    expect(stateOf('remove_work')).toEqual({ kind: 'ready' });
    expect(stateOf('remove_state')).toMatchObject({ kind: 'locked' });
  });

  test('is not finished by a settled removal alone: asked and verified are two facts', () => {
    const asked = [...prepared, ...anEffect('remove_container', aboutResource('container'), anAttemptId(4))];

    expect(planOf(asked, { ...stopped, container: { kind: 'gone' } }).stateOf('remove_container')).not.toMatchObject({ kind: 'verified' });
  });

  test('goes on with its verification when the console ended between the two, and never says that somebody else removed it', () => {
    const asked = [...prepared, ...anEffect('remove_container', aboutResource('container'), anAttemptId(4))];
    const { stateOf } = planOf(asked, { ...stopped, container: { kind: 'gone' } });

    expect(stateOf('stop_container')).toMatchObject({ kind: 'verified' });
    expect(stateOf('remove_container')).toEqual({ kind: 'already_gone', says: 'This container was removed. Its absence is verified before the next step.' });
  });

  test('is finished when every resource is verified absent', () => {
    const all = [...prepared, absent('container'), absent('work'), absent('state')];

    expect(planOf(all, { container: { kind: 'gone' }, work: { kind: 'gone' }, state: { kind: 'gone' }, network: there }).plan.finished).toBe(true);
  });
});

describe('a declared result that has not left', () => {
  const path = '/workspace/results/report.md';
  const declared = [theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [{ path, maxBytes: 10 }] })), ...created('work', 1), ...created('state', 2), ...created('container', 3)];
  const stopped: SeenOf = { ...allThere, container: there };

  test('blocks every removal and is named', () => {
    const state = planOf(declared, stopped).stateOf('remove_container');

    expect(state).toMatchObject({ kind: 'blocked', refusal: { code: 'blocked', says: expect.stringContaining(path) as string } });
  });

  test('does not block stopping', () => {
    expect(planOf(declared).stateOf('stop_container')).toEqual({ kind: 'ready' });
  });

  test('still blocks after its export was refused', () => {
    const refusedExport = anObservation('exported', { outcome: 'refused', says: 'it is a folder' }, aboutArtifact(path));

    expect(planOf([...declared, refusedExport], stopped).stateOf('remove_container')).toMatchObject({ kind: 'blocked' });
  });

  test('B14 112: a turn that failed leaves its result inside, and every removal stays blocked until that left or was given up', () => {
    const execution = aboutExecution();
    const failed = [
      ...declared,
      anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, execution),
      ...anEffect('start_container', execution, anAttemptId(4)),
      anObservation('process', { state: 'exited', startedAt: '2026-01-01T00:00:00Z', finishedAt: '2026-01-01T00:00:05Z', exitCode: 1, outOfMemory: false }, execution),
    ];
    const failedExport = anObservation('exported', { outcome: 'refused', says: 'The engine cannot be reached', execution: anExecutionId() }, aboutArtifact(path));
    const published = anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 3, destination: '/home/x/report.md', execution: anExecutionId() }, aboutArtifact(path));
    const statesOf = (entries: readonly Entry[]) => planOf(entries, stopped).plan.steps.filter(({ id }) => id !== 'stop_container').map(({ state }) => state.kind);

    for (const entries of [failed, [...failed, failedExport]]) expect(statesOf(entries)).toEqual(['blocked', 'locked', 'locked']);
    expect(statesOf([...failed, failedExport, published])).toEqual(['ready', 'locked', 'locked']);
    expect(statesOf([...failed, failedExport, decided('waive', aboutArtifact(path))])).toEqual(['ready', 'locked', 'locked']);
  });

  test('unblocks when it left, or when it is shown that nothing was there', () => {
    const published = anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 3, destination: '/home/x/report.md' }, aboutArtifact(path));
    const nothing = anObservation('exported', { outcome: 'nothing', says: 'not there after exit' }, aboutArtifact(path));

    expect(planOf([...declared, published], stopped).stateOf('remove_container')).toEqual({ kind: 'ready' });
    expect(planOf([...declared, nothing], stopped).stateOf('remove_container')).toEqual({ kind: 'ready' });
  });
});

describe('a result that left while its process ran', () => {
  const path = '/workspace/results/report.md';
  const stopped: SeenOf = { ...allThere, container: there };
  const execution = aboutExecution();
  const [runs, ended] = [
    anObservation('process', { state: 'running', startedAt: 'then' }, execution),
    anObservation('process', { state: 'exited', startedAt: 'then', finishedAt: 'later', exitCode: 0, outOfMemory: false }, execution),
  ];
  const launched = [
    theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [{ path, maxBytes: 10 }] })), ...created('work', 1), ...created('state', 2), ...created('container', 3),
    anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, execution), ...anEffect('start_container', execution, anAttemptId(4)), runs,
  ];
  const left = (outcome: 'published' | 'already_there', ran?: true) => anObservation('exported', { outcome, digest: aDigest(), bytes: 3, destination: '/home/x/report.md', execution: anExecutionId(), ...(ran && { ran }) }, aboutArtifact(path));
  const removal = (...entries: readonly Entry[]) => planOf([...launched, ...entries], stopped).stateOf('remove_container')?.kind;

  test('leaves again before anything is removed: it may have been written since', () => {
    expect(removal(left('published', true))).toBe('blocked');
    expect(removal(left('published', true), ended)).toBe('blocked');
    expect(removal(ended, left('published', true))).toBe('blocked');
    expect(removal(left('published', true), ended, left('already_there'))).toBe('ready');
  });

  test('is known by its end, too, where its receipt is older than that word', () => {
    expect(removal(left('published'), ended)).toBe('blocked');
    expect(removal(anObservation('exported', { outcome: 'nothing', says: 'not there' }, aboutArtifact(path)), ended)).toBe('blocked');
    expect(removal(ended, left('published'))).toBe('ready');
  });

  test('keeps no volume whose container an older console removed: it let that go when the result had left', () => {
    const removed = (disposition: Disposition) => [...anEffect('remove_container', aboutResource('container'), anAttemptId(5), disposition), absent('container')];
    const volume = (...entries: readonly Entry[]) => planOf([...launched, ...entries], stopped).stateOf('remove_work')?.kind;

    expect(volume(left('published'), ended, ...removed('applied'))).toBe('ready');
    expect(volume(left('published'), ended, absent('container'))).toBe('blocked');
    expect(volume(left('published', true), ended, ...removed('applied'))).toBe('blocked');
    expect(volume(ended, ...removed('applied'))).toBe('blocked');
  });

  test('is given up like any other', () => {
    expect(removal(left('published', true), ended, decided('waive', aboutArtifact(path)))).toBe('ready');
  });
});

describe('a result that its owner gave up', () => {
  const path = '/workspace/results/report.md';
  const launchedAs = (number: number, disposition: Disposition): readonly Entry[] => [
    anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, aboutExecution(anExecutionId(number))), ...anEffect('start_container', aboutExecution(anExecutionId(number)), anAttemptId(10 + number), disposition),
  ];
  const endedAs = (number: number) => anObservation('process', { state: 'exited', startedAt: `then ${number}`, finishedAt: 'later', exitCode: 0, outOfMemory: false }, aboutExecution(anExecutionId(number)));
  const declared = [theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [{ path, maxBytes: 10 }] })), ...created('work', 1), ...created('state', 2), ...created('container', 3)];
  const removal = (...entries: readonly Entry[]) => planOf([...declared, ...entries], { ...allThere, container: there }).stateOf('remove_container')?.kind;
  const givenUp = decided('waive', aboutArtifact(path));

  test('is that of the run whose result lay there: a later one owes its own, also one that was asked for before and began late', () => {
    const first = [...launchedAs(1, 'applied'), endedAs(1), ...launchedAs(2, 'not_applied')];

    expect(removal(...first)).toBe('blocked');
    expect(removal(...first, givenUp)).toBe('ready');
    expect(removal(...first, givenUp, endedAs(2))).toBe('blocked');
    expect(removal(...first, givenUp, endedAs(2), givenUp)).toBe('ready');
  });

  test('stays given up where a later launch comes to nothing', () => {
    expect(removal(...launchedAs(1, 'applied'), endedAs(1), givenUp, ...launchedAs(2, 'refused'))).toBe('ready');
  });
});

describe('a launch that came to nothing', () => {
  test('leaves what left before as it is', () => {
    const path = '/workspace/results/report.md';
    const exported = anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 3, destination: '/home/x/report.md' }, aboutArtifact(path));
    const launchOf = (disposition: 'refused' | 'not_applied') => [anObservation('launch_requested', { argv: ['harness'], workingDirectory: '/workspace/task', environmentNames: [] }, aboutExecution()), ...anEffect('start_container', aboutExecution(), anAttemptId(4), disposition)];
    const declared = [theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [{ path, maxBytes: 10 }] })), ...created('work', 1), ...created('state', 2), ...created('container', 3), exported];
    const runs = anObservation('process', { state: 'running', startedAt: 'then' }, aboutExecution());

    for (const disposition of ['refused', 'not_applied'] as const) expect(planOf([...declared, ...launchOf(disposition)], { ...allThere, container: there }).stateOf('remove_container')).toEqual({ kind: 'ready' });
    expect(planOf([...declared, ...launchOf('not_applied'), runs], { ...allThere, container: there }).stateOf('remove_container')).toMatchObject({ kind: 'blocked' });
  });
});

describe('what the engine shows is not what was recorded', () => {
  test('is refused with its reason and nothing after it unlocks', () => {
    const why = refusal('identity_changed', 'the name belongs to another container', 'look');
    const { stateOf } = planOf(prepared, { ...allThere, container: { kind: 'differs', refusal: why } });

    expect(stateOf('stop_container')).toEqual({ kind: 'refused', refusal: why });
    expect(stateOf('remove_container')).toMatchObject({ kind: 'locked' });
  });

  test('a container that vanished has its absence verified before anything else is offered', () => {
    const { stateOf } = planOf(prepared, { ...allThere, container: { kind: 'gone' } });

    expect(stateOf('stop_container')).toMatchObject({ kind: 'already_gone', says: expect.stringContaining('this console did not remove it') });
    expect(stateOf('remove_container')).toMatchObject({ kind: 'locked' });
  });

  test('a container that vanished was last seen when it was last read, and not when it was made', () => {
    const gone: SeenOf = { ...allThere, container: { kind: 'gone' } };
    const launched = anObservation('launch_requested', { argv: ['harness'], workingDirectory: '/workspace/task', environmentNames: [] }, aboutExecution());
    const runs = anObservation('process', { state: 'running', startedAt: 'then' }, aboutExecution());

    expect(planOf(prepared, gone).stateOf('stop_container')).toMatchObject({ lastSeen: anInstant(prepared.length) });
    expect(planOf([...prepared, launched, runs], gone).stateOf('stop_container')).toMatchObject({ lastSeen: anInstant(prepared.length + 2) });
  });

  test('a container whose removal was closed as not applied may have been removed by it after all', () => {
    const closed = anEffect('remove_container', aboutResource('container'), anAttemptId(9), 'not_applied');

    expect(planOf([...prepared, ...closed], { ...allThere, container: { kind: 'gone' } }).stateOf('stop_container')).toMatchObject({ kind: 'already_gone', says: expect.stringContaining('closed as not applied: it may have happened after that') });
  });

  test('results in a worker whose container is gone are not said to be exportable', () => {
    const path = '/workspace/results/report.md';
    const declared = [theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [{ path, maxBytes: 10 }] })), ...created('work', 1), ...created('state', 2), ...created('container', 3), absent('container')];

    expect(planOf(declared, { ...allThere, container: { kind: 'gone' } }).stateOf('remove_work')).toMatchObject({ kind: 'blocked', refusal: { todo: expect.stringContaining('give them up by name') } });
  });

  test('a volume that a stranger mounts is never offered for removal', () => {
    const gone = [...prepared, absent('container')];
    const { stateOf } = planOf(gone, { container: { kind: 'gone' }, work: { kind: 'there', running: false, usedBy: ['stranger'] }, state: there, network: there });

    expect(stateOf('remove_work')).toMatchObject({ kind: 'blocked', refusal: { code: 'not_ours', says: expect.stringContaining('stranger') as string } });
  });

  test('B4 44: an engine that cannot be read offers nothing: no step rests on what is only remembered', () => {
    const why = refusal('engine_unreachable', 'no answer', 'start it');
    const unreadable: Seen = { kind: 'unreadable', refusal: why };

    expect(planOf(prepared, { container: unreadable, work: unreadable, state: unreadable, network: unreadable }).stateOf('stop_container')).toEqual({ kind: 'blocked', refusal: why });
  });
});

describe('a removal whose answer was lost', () => {
  const lost = [...prepared, anIntent('remove_container', aboutResource('container'), anAttemptId(4))];
  const stopped: SeenOf = { ...allThere, container: there };

  test('is unconfirmed, and is not offered again', () => {
    expect(planOf(lost, stopped).stateOf('remove_container')).toMatchObject({ kind: 'unconfirmed' });
  });

  test('is only being asked while its call is under way', () => {
    expect(planOf(lost, stopped, new Set([anAttemptId(4)])).stateOf('remove_container')).toEqual({ kind: 'asking' });
  });
});

describe('a delivery that is not settled', () => {
  const open = [...prepared, anIntent('deliver', aboutProjection(), anAttemptId(4))];
  const stopped: SeenOf = { ...allThere, container: there };

  test('keeps the container, in which alone can be read what came, until it is closed', () => {
    expect(planOf(open).stateOf('stop_container')).toEqual({ kind: 'ready' });
    expect(planOf(open, stopped).stateOf('remove_container')).toMatchObject({ kind: 'blocked', refusal: { code: 'unconfirmed', todo: 'Look again, or close it in the Inbox. Then this step can go on.' } });
    expect(planOf(open, stopped, new Set([anAttemptId(4)])).stateOf('remove_container')).toMatchObject({ kind: 'blocked', refusal: { code: 'blocked', says: expect.stringContaining('under way') } });
    expect(planOf([...open, aSettlement(aboutProjection(), 'not_applied', anAttemptId(4))], stopped).stateOf('remove_container')).toEqual({ kind: 'ready' });
  });
});

describe('a worker that owns nothing', () => {
  test('has no steps and is not called finished', () => {
    const { plan } = planOf([theFirstEpoch, aRequest()]);

    expect(plan.steps).toEqual([]);
    expect(plan.finished).toBe(false);
  });

  test('a creation that was refused makes nothing ours', () => {
    const { plan } = planOf([theFirstEpoch, aRequest(), ...anEffect('create_volume', aboutResource('work'), anAttemptId(1), 'refused')]);

    expect(plan.steps).toEqual([]);
  });
});

describe('a worker that was launched again after its results had left', () => {
  test('has results to export again: what left before belongs to the earlier execution', () => {
    const path = '/workspace/results/report.md';
    const stopped: SeenOf = { ...allThere, container: there };
    const exported = anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 3, destination: '/home/x/report.md' }, aboutArtifact(path));
    const launched = [anObservation('launch_requested', { argv: ['harness'], workingDirectory: '/workspace/task', environmentNames: [] }, aboutExecution()), ...anEffect('start_container', aboutExecution(), anAttemptId(4))];
    const declared = [theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [{ path, maxBytes: 10 }] })), ...created('work', 1), ...created('state', 2), ...created('container', 3)];

    expect(planOf([...declared, ...launched, exported], stopped).stateOf('remove_container')).toEqual({ kind: 'ready' });
    expect(planOf([...declared, exported, ...launched], stopped).stateOf('remove_container')).toMatchObject({ kind: 'blocked' });
  });
});

describe('a worker that was stopped and started again', () => {
  const launch = (number: number): Entry => anObservation('launch_requested', { argv: ['harness'], workingDirectory: '/workspace/task', environmentNames: [] }, aboutExecution(anExecutionId(number)));
  const started = (number: number, disposition: Disposition = 'applied') => [launch(number), ...anEffect('start_container', aboutExecution(anExecutionId(number)), anAttemptId(10 + number), disposition)];
  const stop = (number: number) => anEffect('stop_container', aboutResource('container'), anAttemptId(20 + number));
  const stopOf = (entries: readonly Entry[], container: Seen) => planOf([...prepared, ...entries], { ...allThere, container }).plan.steps.find(({ id }) => id === 'stop_container');

  test('is not said to have been stopped when its new run ended by itself', () => {
    const ended = stopOf([...started(1), ...stop(1), ...started(2)], there);

    expect(ended).toMatchObject({ state: { kind: 'verified', says: 'seen not running; its latest run was not stopped by this console' } });
    expect(ended).not.toHaveProperty('asked');
  });

  test('is to be stopped anew while it runs, and shows nothing as asked of that', () => {
    const runs = stopOf([...started(1), ...stop(1), ...started(2)], running);

    expect(runs).toMatchObject({ state: { kind: 'ready' } });
    expect(runs).not.toHaveProperty('asked');
  });

  test('shows the stop of its last run, also when that was the second, and when a further start was refused', () => {
    const asked = { state: { kind: 'verified', says: 'asked, and seen not running' } };

    expect(stopOf([...started(1), ...stop(1)], there)).toMatchObject({ ...asked, asked: { id: anAttemptId(21) } });
    expect(stopOf([...started(1), ...stop(1), ...started(2), ...stop(2)], there)).toMatchObject({ ...asked, asked: { id: anAttemptId(22) } });
    expect(stopOf([...started(1), ...stop(1), ...started(2, 'refused')], there)).toMatchObject({ ...asked, asked: { id: anAttemptId(21) } });
  });

  test('is only said to be gone once it is, whatever became of an earlier run', () => {
    expect(stopOf([...started(1), ...stop(1), ...started(2), absent('container')], { kind: 'gone' })).toMatchObject({ state: { kind: 'verified', says: 'the container is verified absent' } });
  });
});

describe('a worker with a network of its own', () => {
  const joined = [
    theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [], network: 'internal' })), ...created('network', 1), ...created('work', 2), ...created('state', 3), ...created('container', 4),
  ];
  const withoutContainer = [...joined, absent('container')];
  const seen: SeenOf = { ...allThere, container: { kind: 'gone' } };

  test('loses it after its container and before its volumes', () => {
    expect(planOf(joined).plan.steps.map(({ id }) => id)).toEqual(['stop_container', 'remove_container', 'remove_network', 'remove_work', 'remove_state']);
    expect(planOf(joined).stateOf('remove_network')).toMatchObject({ kind: 'locked', needs: 'remove_container' });
    expect(planOf(withoutContainer, seen).stateOf('remove_network')).toEqual({ kind: 'ready' });
  });

  test('is named by the engine’s immutable id, as a container is', () => {
    expect(planOf(joined).plan.steps.map(({ resource }) => resource.id)).toEqual(['id-of-container', 'id-of-container', 'id-of-network', undefined, undefined]);
  });

  test('keeps it while somebody else’s container is on it, names that container, and the volumes can go all the same', () => {
    const { plan, stateOf } = planOf(withoutContainer, { ...seen, network: { kind: 'there', running: false, usedBy: ['stranger'] } });

    expect(stateOf('remove_network')).toMatchObject({ kind: 'blocked', refusal: { code: 'not_ours', says: 'bw-reviewer-at-atlas-network-1-' + aBindingId() + ' is used by stranger.' } });
    expect(stateOf('remove_work')).toEqual({ kind: 'ready' });
    expect(stateOf('remove_state')).toMatchObject({ kind: 'locked', needs: 'remove_work' });
    expect(plan.finished).toBe(false);
  });

  test('keeps what has its name and is not it, and the volumes can go all the same', () => {
    const why = refusal('identity_changed', 'the name belongs to another network', 'look');
    const { stateOf } = planOf(withoutContainer, { ...seen, network: { kind: 'differs', refusal: why } });

    expect(stateOf('remove_network')).toEqual({ kind: 'refused', refusal: why });
    expect(stateOf('remove_work')).toEqual({ kind: 'ready' });
  });

  test('waits with everything else while nothing settles its removal', () => {
    const asked = [...withoutContainer, anIntent('remove_network', aboutResource('network'), anAttemptId(5))];

    expect(planOf(asked, seen).stateOf('remove_network')).toMatchObject({ kind: 'unconfirmed' });
    expect(planOf(asked, seen).stateOf('remove_work')).toMatchObject({ kind: 'locked', needs: 'remove_network' });
  });

  test('can lose it while its results have not left: none is in it', () => {
    const path = '/workspace/results/report.md';
    const declared = [
      theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [{ path, maxBytes: 10 }], network: 'internal' })), ...created('network', 1), ...created('work', 2), ...created('state', 3), ...created('container', 4), absent('container'),
    ];

    expect(planOf(declared, seen).stateOf('remove_network')).toEqual({ kind: 'ready' });
    expect(planOf(declared, { ...seen, network: { kind: 'there', running: false, usedBy: ['stranger'] } }).stateOf('remove_work')).toMatchObject({ kind: 'blocked', refusal: { code: 'blocked' } });
  });
});

describe('a volume that stays for somebody else', () => {
  test('does not hold up the other one', () => {
    const { stateOf } = planOf([...prepared, absent('container')], { ...allThere, container: { kind: 'gone' }, work: { kind: 'there', running: false, usedBy: ['stranger'] } });

    expect(stateOf('remove_work')).toMatchObject({ kind: 'blocked', refusal: { code: 'not_ours' } });
    expect(stateOf('remove_state')).toEqual({ kind: 'ready' });
  });
});

describe('a worker of which a creation may still happen', () => {
  const unconfirmed = [theFirstEpoch, aRequest(aBindingId(), aWorkerSpec({ artifacts: [] })), ...created('work', 1), ...created('state', 2), anIntent('create_container', aboutResource('container'), anAttemptId(3))];
  const closed = [aSettlement(aboutResource('container'), 'not_applied', anAttemptId(3))];

  test('keeps what that creation would need', () => {
    const { stateOf } = planOf(unconfirmed);

    expect(stateOf('remove_work')).toMatchObject({ kind: 'blocked', refusal: { code: 'unconfirmed', says: expect.stringContaining('“Create container” of this worker is unconfirmed') } });
  });

  test('keeps it while the creation is under way, too', () => {
    expect(planOf(unconfirmed, allThere, new Set([anAttemptId(3)])).stateOf('remove_work')).toMatchObject({ kind: 'blocked', refusal: { code: 'blocked' } });
  });

  test('is not finished, whatever was verified absent', () => {
    expect(planOf([...unconfirmed, absent('work'), absent('state')]).plan.finished).toBe(false);
    expect(planOf([...unconfirmed, ...closed, absent('work'), absent('state')]).plan.finished).toBe(true);
  });

  test('looks again for its volumes once its container came late: an engine makes again what a container mounts', () => {
    const late = anObservation('late_effect', { attempt: anAttemptId(3), id: 'late' }, aboutResource('container'));
    const { stateOf } = planOf([...unconfirmed, ...closed, absent('work'), absent('state'), late]);

    expect(stateOf('remove_work')).not.toMatchObject({ kind: 'verified' });
    expect(stateOf('remove_state')).not.toMatchObject({ kind: 'verified' });
  });
});

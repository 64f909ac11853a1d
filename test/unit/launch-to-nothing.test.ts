import { describe, expect, test } from 'vitest';
import type { Desk } from '../../electron/host/desk.ts';
import { launch as launchIn } from '../../electron/host/execution/launch.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { engineChanged } from '../../electron/host/notice-engine-changes.ts';
import type { Binding } from '../../shared/binding.ts';
import { startedLast } from '../../shared/execution-results.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { launchObstacle } from '../../shared/launch-bar.ts';
import type { Operation } from '../../shared/operations.ts';
import { readinessNow } from '../../shared/readiness.ts';
import { consoleItself, type Disposition } from '../../shared/receipt.ts';
import { teardownPlan } from '../../shared/teardown-plan.ts';
import { workerState } from '../../shared/worker-state.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aBindingId, aboutExecution, aboutProjection, aboutResource, anAttemptId, anEffect, anExecutionId, anInstant, anObservation, aDigest, aRequest, aSettlement, receiptsFrom, theEndpoint, theFirstEpoch } from '../support/builders.ts';
import { theContainer } from '../support/memory-guest.ts';
import type { MemoryWorker } from '../support/memory-worker.ts';
import { prepared as aPreparedWorker } from '../support/prepared-worker.ts';

const present = (role: 'work' | 'state' | 'container'): Entry => anObservation('present', { id: `id-of-${role}`, created: 'then' }, aboutResource(role));

const prepared: readonly Entry[] = [
  theFirstEpoch,
  aRequest(),
  ...(['work', 'state'] as const).flatMap((role, index) => [...anEffect('create_volume', aboutResource(role), anAttemptId(1 + index)), ...anEffect('deliver', aboutResource(role), anAttemptId(3 + index)), present(role)]),
  ...anEffect('create_container', aboutResource('container'), anAttemptId(5)),
  present('container'),
  anObservation('staged', { manifest: aDigest(7), files: 1, bytes: 1 }, aboutProjection()),
  anObservation('delivered', { manifest: aDigest(7), files: 1, bytes: 1, matched: 1, differing: 0, missing: 0, result: aDigest(8) }, aboutProjection()),
];

const launch = (number: number, operation: Operation, disposition: Disposition): readonly Entry[] => [
  anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace/task', environmentNames: [] }, aboutExecution(anExecutionId(number))),
  ...anEffect(operation, aboutExecution(anExecutionId(number)), anAttemptId(10 + number), disposition),
];

const ended = [
  ...launch(1, 'start_container', 'applied'),
  anObservation('process', { state: 'exited', startedAt: '2026-01-01T00:00:01Z', finishedAt: '2026-01-01T00:00:02Z', exitCode: 0, outOfMemory: false }, aboutExecution(anExecutionId(1))),
];

const running = [...launch(1, 'start_container', 'applied'), anObservation('process', { state: 'running', startedAt: '2026-01-01T00:00:01Z' }, aboutExecution(anExecutionId(1)))];

function bindingOf(...entries: readonly Entry[]): Binding {
  const binding = foldWorld(emptyWorld, receiptsFrom([...prepared, ...entries])).bindings.get(aBindingId());
  if (!binding) throw new TypeError('the receipts make no binding');
  return binding;
}

const stateOf = (binding: Binding): string => workerState(binding, new Set(), 'itself').says;
const rungSays = (binding: Binding, name: string): string | undefined => readinessNow(binding, 'itself').find(({ rung }) => rung === name)?.says;

describe.each<[string, readonly Entry[]]>([
  ['whose start was refused', launch(2, 'start_container', 'refused')],
  ['whose start was closed as not applied', launch(2, 'start_container', 'not_applied')],
  ['whose launch file was refused', launch(2, 'deliver', 'refused')],
])('a launch %s', (_name, cameToNothing) => {
  test('leaves the state and the readiness of the run before it', () => {
    const after = bindingOf(...ended, ...cameToNothing);

    expect(stateOf(after)).toBe('Ended, 1 declared result to export');
    expect(readinessNow(after, 'itself')).toEqual(readinessNow(bindingOf(...ended), 'itself'));
    expect(rungSays(after, 'process_started')).toContain('the engine shows a start at');
  });

  test('leaves the log of the run before it, and when that was seen', () => {
    const after = bindingOf(...ended, ...cameToNothing);
    const gone = { kind: 'gone' } as const;
    const [stop] = teardownPlan(after, { container: gone, work: gone, state: gone, network: gone }, new Set(), 'an engine').steps;

    expect(startedLast(after)).toBeDefined();
    expect(stop?.state).toMatchObject({ kind: 'already_gone', lastSeen: after.executions[0]?.process?.at });
  });

  test('does not hide a process that was begun again since', () => {
    expect(stateOf(bindingOf(...running, ...cameToNothing))).toBe('Working');
    for (const now of ['silent', 'another', 'asked', 'reading'] as const) expect(workerState(bindingOf(...running), new Set(), now)).toEqual({ mark: 'accepted', says: 'Working when it was last seen' });
    expect(launchObstacle(bindingOf(...running, ...cameToNothing), new Set(), false)).toContain('A process runs here');
  });

  test('alone, is no start', () => {
    const only = bindingOf(...cameToNothing);

    expect(stateOf(only)).toBe('Delivered, not launched');
    expect(rungSays(only, 'task_completed')).toBe('no start was seen');
  });
});

test('a start that took effect is not called one that was not asked for, before its process was seen', () => {
  expect(stateOf(bindingOf(...ended, ...launch(2, 'start_container', 'applied')))).toBe('Started, its process not seen yet');
});

describe('what begins in a container after such a launch', () => {
  const begun = (worker: MemoryWorker) =>
    engineChanged(Object.assign(Object.create(worker) as MemoryWorker, { notify: () => undefined, directory: { noteRead: () => undefined } }) as unknown as Desk, theEndpoint, { type: 'changed', kind: 'container', action: 'start', id: theContainer, timeNano: '1' });
  const request = { argv: ['sh'], workingDirectory: '/workspace/task', environmentNames: [] };

  test('is seen, where the launch file of the last one was refused', async () => {
    const worker = aPreparedWorker();
    await launchIn(worker, worker.id, request);
    worker.guest.ends(anInstant(2));
    worker.guest.putAnswer = { kind: 'refused', status: 400, says: 'no' };
    await launchIn(worker, worker.id, request);
    worker.guest.runs(anInstant(9));

    await begun(worker);

    expect(worker.binding.executions.map(({ process }) => process?.value.startedAt)).toEqual([anInstant(9), undefined]);
  });

  test('is seen, where its only start was closed as not applied and came after that', async () => {
    const worker = aPreparedWorker();
    worker.guest.startAnswer = { kind: 'unclear', says: 'no answer' };
    await launchIn(worker, worker.id, request);
    const [open] = worker.binding.open;
    if (!open) throw new TypeError('nothing is open');
    worker.journal.append({ ...aSettlement(open.about, 'not_applied', open.id), actor: consoleItself });
    worker.guest.runs(anInstant(9));

    await begun(worker);

    expect(worker.binding.executions[0]?.process?.value).toMatchObject({ state: 'running' });
  });
});

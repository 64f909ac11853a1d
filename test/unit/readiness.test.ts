import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import type { Binding } from '../../shared/binding.ts';
import { rungSchema, type Rung } from '../../shared/facts.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { readinessRungs, type EngineNow } from '../../shared/readiness.ts';
import type { Disposition } from '../../shared/receipt.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aBindingId, aboutBinding, aboutExecution, aboutProjection, aboutResource, aDigest, anAttemptId, anEffect, anExecutionId, anInstant, anIntent, anObservation, aRequest, receiptsFrom, theFirstEpoch } from '../support/builders.ts';

const noted = (rung: Rung, state: 'seen' | 'not_seen', says: string): Entry => anObservation('readiness', { rung, state, says }, aboutBinding());
const staged = (manifest = aDigest(7)): Entry => anObservation('staged', { manifest, files: 5, bytes: 1 }, aboutProjection(manifest));
const delivery = (attempt: number, disposition: Disposition = 'applied'): readonly Entry[] => anEffect('deliver', aboutProjection(), anAttemptId(attempt), disposition);
const readBack = (matched = 5): Entry => anObservation('delivered', { manifest: aDigest(7), files: 5, bytes: 1, matched, differing: 0, missing: 5 - matched, result: aDigest(8) }, aboutProjection());
const projected: readonly Entry[] = [staged(), ...delivery(1), readBack(), noted('filesystem_projected', 'seen', '5 of 5 files were read back with their hash')];

const requested = (number: number): Entry => anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace/task', environmentNames: [] }, aboutExecution(anExecutionId(number)));
const startOf = (number: number): Entry => anIntent('start_container', aboutExecution(anExecutionId(number)), anAttemptId(20 + number));
const run = (number: number, ...process: readonly Entry[]): readonly Entry[] => [requested(number), ...anEffect('start_container', aboutExecution(anExecutionId(number)), anAttemptId(20 + number)), ...process];
const ended = anObservation('process', { state: 'exited', startedAt: '2026-01-01T00:00:01Z', finishedAt: '2026-01-01T00:00:02Z', exitCode: 0, outOfMemory: false }, aboutExecution(anExecutionId(1)));
const running = anObservation('process', { state: 'running', startedAt: '2026-01-01T00:00:01Z' }, aboutExecution(anExecutionId(1)));
const completed: readonly Entry[] = [...run(1, ended), noted('task_completed', 'seen', 'the main process ended with exit code 0; whether the work is good, its results show')];

function after(...entries: readonly Entry[]): Binding {
  const binding = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, aRequest(), ...entries])).bindings.get(aBindingId());
  if (!binding) throw new TypeError('the receipts make no binding');
  return binding;
}

const rungOf = (binding: Binding, wanted: Rung, engine: EngineNow = 'itself') => {
  const { mark, says } = readinessRungs(binding, engine).find(({ rung }) => rung === wanted) ?? {};
  return `${mark}: ${says}`;
};

describe('readiness', () => {
  test('says what is ready, rung by rung, in one order', () => {
    expect(readinessRungs(after(), 'itself').map(({ rung }) => rung)).toEqual(rungSchema.options);
  });

  test('has no mark where nothing was asked for, and says just that', () => {
    expect(readinessRungs(after(), 'not_known').map(({ mark, says }) => `${mark}: ${says}`)).toEqual([
      'none: not looked at yet', 'none: no files were staged for it', 'none: no start was seen', 'none: this worker has no route to a team', 'none: nothing was launched',
    ]);
  });

  test('never lets one rung stand for another', () => {
    expect(readinessRungs(after(...run(1, running)), 'silent').filter(({ mark }) => mark === 'seen').map(({ rung }) => rung)).toEqual(['process_started']);
  });

  test.each<[string, readonly Entry[], string]>([
    ['was read back whole', [], 'seen: 5 of 5 files were read back with their hash'],
    ['is delivered again', [anIntent('deliver', aboutProjection(), anAttemptId(2))], 'asked: its files were asked for again and not read back since'],
    ['was delivered again, and not read back', delivery(2), 'asked: its files were asked for again and not read back since'],
    ['was cut while it was delivered again', delivery(2, 'not_applied'), 'asked: its files were asked for again and not read back since'],
    ['was refused when it was delivered again', delivery(2, 'refused'), 'seen: 5 of 5 files were read back with their hash'],
    ['was delivered again and read back later', [...delivery(2), readBack(4)], 'asked: 4 of 5 files were read back with their hash'],
    ['is not the last that was staged', [staged(aDigest(9))], 'asked: its files are staged and not delivered'],
  ])('says of files by what was asked since, whatever was noted before: what %s', (_name, since, says) => {
    expect(rungOf(after(...projected, ...since), 'filesystem_projected')).toBe(says);
  });

  test('does not call files not delivered whose delivery may have happened', () => {
    expect(rungOf(after(staged(), anIntent('deliver', aboutProjection(), anAttemptId(1))), 'filesystem_projected')).toBe('asked: their delivery was asked for, and they were not read back since');
  });

  test('says of a run whose start lost its answer nothing that an earlier one showed', () => {
    const unconfirmed = after(...completed, requested(2), startOf(2));

    expect(rungOf(unconfirmed, 'process_started')).toBe('asked: no start of the last launch was seen');
    expect(rungOf(unconfirmed, 'task_completed')).toBe('asked: no start of the last launch was seen');
  });

  test.each<[EngineNow, string, string]>([
    ['itself', 'seen: the engine answers with the id that was recorded', 'asked: the main process runs'],
    ['reading', 'seen: the engine answers with the id that was recorded', 'asked: the main process ran when it was last seen'],
    ['asked', 'asked: the engine answered at 2026-01-01 00:00:06 UTC, and is asked now', 'asked: the main process ran when it was last seen'],
    ['silent', 'asked: the engine answered at 2026-01-01 00:00:06 UTC, and is not seen to answer now', 'asked: the main process ran when it was last seen'],
    ['another', 'asked: another engine answers there', 'asked: the main process ran when it was last seen'],
    ['not_known', 'seen: the engine answered with the id that was recorded', 'asked: the main process ran when it was last seen'],
  ])('says of the engine who answers now, and not who did at the last look: %s', (engine, provider, process) => {
    const worker = after(...run(1, running), noted('provider_reachable', 'seen', 'the engine answers with the id that was recorded'));

    expect([rungOf(worker, 'provider_reachable', engine), rungOf(worker, 'task_completed', engine)]).toEqual([provider.replace('00:00:06', worker.readiness.provider_reachable?.at.slice(11, 19) ?? ''), process]);
  });

  test('says of no process that it runs whose container is verified absent', () => {
    expect(rungOf(after(...run(1, running), anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutResource('container'))), 'task_completed')).toBe('asked: the main process ran when it was last seen');
  });

  test('does not call an engine answering that gave none when it was asked last, although a connection stands', () => {
    expect(rungOf(after(noted('provider_reachable', 'not_seen', 'it gave no answer')), 'provider_reachable')).toBe('asked: it gave no answer');
  });
});

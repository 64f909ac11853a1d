import { describe, expect, test } from 'vitest';
import type { EngineReader } from '../../electron/host/engine/engine-reader.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { requestWorker } from '../../electron/host/placement/request-worker.ts';
import { barredBy } from '../../shared/custody.ts';
import type { EngineFacts, ImageRow } from '../../shared/engine-readings.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { describeWaiting } from '../../shared/inbox.ts';
import { inboxItems } from '../../shared/inbox-items.ts';
import type { Operation } from '../../shared/operations.ts';
import { operator } from '../../shared/receipt.ts';
import { emptyWorld } from '../../shared/world.ts';
import { latestOn } from '../../shared/seat.ts';
import { workerRow } from '../../shared/worker-row.ts';
import { aBindingId, aboutResource, anAttemptId, anEffect, anInstant, anIntent, anObservation, aRequest, aWorkerSpec, receiptsFrom, theEngine, theFirstEpoch, theSeat } from '../support/builders.ts';
import { aJournal } from '../support/ledgers.ts';

const first = aBindingId(1);
const second = aBindingId(2);
const bothAskedFor = [aRequest(first), aRequest(second, aWorkerSpec({ generation: 2 }))];
const made = (binding: typeof first) => anEffect('create_volume', aboutResource('work', binding), anAttemptId(binding === first ? 1 : 2));
const gone = (binding: typeof first) => anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutResource('work', binding));

const ask = (entries: readonly Entry[], binding: typeof first, operation: Operation = 'create_volume') =>
  barredBy(null, foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...bothAskedFor, ...entries])), aboutResource('work', binding), { operation, actor: operator });

describe('of two generations that were asked for on one seat', () => {
  test('whoever begins first has it: nothing is begun for the other one, whichever that is', () => {
    expect(ask([], first)).toBeUndefined();
    expect(ask([], second)).toBeUndefined();
    expect(ask(made(second), first)).toMatchObject({ code: 'name_taken', says: 'The seat reviewer@atlas has a worker (generation 2) that still holds resources.' });
    expect(ask(made(first), second)).toMatchObject({ code: 'name_taken', says: expect.stringContaining('(generation 1)') as string });
  });

  test('one whose first effect is not settled has it already', () => {
    const asked = [anIntent('create_volume', aboutResource('work', second))];

    expect(ask(asked, first)).toMatchObject({ code: 'name_taken', says: expect.stringContaining('not settled yet') as string });
    expect(ask(asked, second)).toBeUndefined();
  });

  test('the later one goes on though something of the earlier came after all, and the earlier one is only taken back', () => {
    const both = [...made(second), ...made(first)];

    expect(ask(both, second)).toBeUndefined();
    for (const operation of ['create_volume', 'deliver', 'start_container'] as const) expect(ask(both, first, operation)).toMatchObject({ code: 'name_taken' });
    expect(ask(both, first, 'remove_volume')).toBeUndefined();
  });

  test('what came late of the earlier one is taken back, and going on is not advised where the later one has the seat', () => {
    const late = [...anEffect('create_volume', aboutResource('work', first), anAttemptId(1), 'not_applied'), anObservation('late_effect', { attempt: anAttemptId(1), id: null }, aboutResource('work', first))];
    const adviceAfter = (...entries: readonly Entry[]) =>
      inboxItems(foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...bothAskedFor, ...entries])), new Set(), new Map()).map((item) => describeWaiting(item).whoActs);

    expect(adviceAfter(...late)).toEqual(['you: it is yours; take it back with its worker, or go on with the preparation']);
    expect(adviceAfter(...late, ...made(second))).toEqual(['you: it is yours; take it back with its worker: another generation has its seat, so its preparation does not go on']);
  });

  test('the later one may begin once what the earlier held is verified absent', () => {
    expect(ask([...made(first), gone(first)], second)).toBeUndefined();
  });

  test('the earlier one never begins after the later one, also where that is gone again', () => {
    expect(ask([...made(second), gone(second)], first)).toMatchObject({ code: 'name_taken', says: 'The seat reviewer@atlas went to generation 2 since this worker was asked for.' });
  });

  test('the earlier one that has it keeps it once what came late of the later one is gone', () => {
    const late = [...anEffect('create_volume', aboutResource('work', second), anAttemptId(2), 'not_applied'), ...made(first), anObservation('late_effect', { attempt: anAttemptId(2), id: null }, aboutResource('work', second))];

    expect(ask(late, first, 'deliver')).toMatchObject({ code: 'name_taken' });
    expect(ask([...late, gone(second)], first, 'deliver')).toBeUndefined();
  });

  test('the earlier one is closed once the later one had the seat, and until then either can be gone on with', () => {
    const told = (...entries: readonly Entry[]) => {
      const world = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...bothAskedFor, ...entries]));
      return [...world.bindings.values()].map((binding) => workerRow(binding, { calling: new Set(), label: 'an engine', now: 'itself', latest: latestOn(world, theSeat) })).map(({ open, state }) => `${open ? 'open' : 'closed'}: ${state.says}`);
    };
    const unfinished = 'open: Preparation not finished';

    expect(told()).toEqual([unfinished, unfinished]);
    expect(told(...made(first))).toEqual([unfinished, unfinished]);
    expect(told(...made(second))).toEqual(['closed: Never prepared: its seat went to generation 2', unfinished]);
    expect(told(...made(second), gone(second))).toEqual(['closed: Never prepared: its seat went to generation 2', 'closed: Removed, absence verified']);
  });
});

describe('asking for a seat', () => {
  const reader = { identity: async () => ({ engine: theEngine, cpus: 8, memoryBytes: 2 ** 33 }) as EngineFacts, inspectImage: async () => ({}) as ImageRow } as Partial<EngineReader> as EngineReader;
  const { endpoint, image, resources, argv } = aWorkerSpec();

  async function asked(...entries: readonly Entry[]) {
    const { journal } = aJournal();
    for (const entry of entries) journal.append(entry);
    const result = await requestWorker(journal, reader, { endpoint, seat: theSeat, image, resources, network: 'none', artifacts: [], argv });
    return result.ok ? journal.world.bindings.get(result.value)?.spec.generation : result.refusal;
  }

  test('is refused while a worker on it holds something or has something open, and records nothing', async () => {
    expect(await asked(aRequest(first), ...made(first))).toMatchObject({ code: 'name_taken', says: expect.stringContaining('still holds resources') as string });
    expect(await asked(aRequest(first), anIntent('create_volume', aboutResource('work', first)))).toMatchObject({ code: 'name_taken' });
  });

  test('makes the next generation where the last one began nothing, or is gone', async () => {
    expect(await asked()).toBe(1);
    expect(await asked(aRequest(first))).toBe(2);
    expect(await asked(aRequest(first), ...made(first), gone(first))).toBe(2);
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { EngineUnderTest } from '../support/engine-under-test.ts';
import { runSchedule } from '../support/faults/run-schedule.ts';
import { schedules } from '../support/faults/schedule.ts';

/** Lanes run beside each other: most of a schedule is waiting. */
const lanes = Array.from({ length: 12 }, (_, lane) => lane);
const schedulesPerLane = 42;
const seed = 20_260_101;
// For what hangs, not for what is slow.
const laneTimeoutMs = 900_000;

let engine: EngineUnderTest;

beforeAll(async () => {
  engine = await EngineUnderTest.reach();
  await engine.buildImage();
});

afterAll(() => engine.cleanUp());

describe('whatever the network and the engine do', () => {
  test.concurrent.each(lanes)('nothing is done twice, and unknown is called neither done nor not done (lane %i)', async (lane) => {
    await fc.assert(fc.asyncProperty(schedules, (moves) => runSchedule(engine, moves)), { numRuns: schedulesPerLane, seed: seed + lane });
  }, laneTimeoutMs);
});

describe('a schedule that once broke a promise', () => {
  test('a create whose answer was lost is not called done with because another’s volume stands there: it comes when that is gone', async () => {
    await runSchedule(engine, [
      { kind: 'ask', operation: 'create_volume' },
      { kind: 'ask', operation: 'create_volume', fault: { kind: 'delay_request', afterQuestions: 6 } },
      { kind: 'look' },
      { kind: 'close' },
      { kind: 'ask', operation: 'remove_volume', fault: { kind: 'delay_request', afterQuestions: 5 } },
      { kind: 'ask', operation: 'remove_volume' },
      { kind: 'release' },
      { kind: 'restart' },
    ]);
  });
});

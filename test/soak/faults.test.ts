import fc from 'fast-check';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { EngineUnderTest } from '../support/engine-under-test.ts';
import { runSchedule } from '../support/faults/run-schedule.ts';
import { schedules } from '../support/faults/schedule.ts';

const minutes = Number(process.env['BAILIWICK_SOAK_MINUTES'] ?? 30);
const seed = Number(process.env['BAILIWICK_SOAK_SEED'] ?? Date.now() % 2 ** 31);
const lanes = Array.from({ length: 12 }, (_, lane) => lane);
let played = 0;

let engine: EngineUnderTest;

beforeAll(async () => {
  process.stdout.write(`schedules of faults for ${minutes} minutes from the seed ${seed} (BAILIWICK_SOAK_MINUTES, BAILIWICK_SOAK_SEED)\n`);
  engine = await EngineUnderTest.reach();
  await engine.buildImage();
});

afterAll(async () => {
  process.stdout.write(`${played} schedules were played from the seed ${seed}\n`);
  await engine.cleanUp();
});

describe('whatever the network and the engine do, for a long time', () => {
  test.concurrent.each(lanes)('nothing is done twice, and unknown is called neither done nor not done (lane %i)', async (lane) => {
    const property = fc.asyncProperty(schedules, async (moves) => {
      await runSchedule(engine, moves);
      played += 1;
    });
    await fc.assert(property, { numRuns: 1_000_000, interruptAfterTimeLimit: minutes * 60_000, seed: seed + lane });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crash, toldAt, undisturbed, type Course, type Row } from '../support/crash/crash.ts';
import { CrashLab } from '../support/crash/crash-lab.ts';
import { privateEngineScenarios, scenarios, teardown } from '../support/crash/scenarios.ts';
import { sealKeys } from '../support/crash/keys-scenario.ts';
import { custodyScenarios } from '../support/crash/custody-scenarios.ts';
import { printed, printedAlone } from '../support/crash/printed.ts';

const isRoot = process.geteuid?.() === 0;
const rows: Row[] = [];
let lab: CrashLab;

beforeAll(async () => {
  lab = await CrashLab.open();
});

afterAll(async () => {
  process.stdout.write(`\n${printed(rows)}\n`);
  await lab.close();
});

describe.each([...scenarios, ...custodyScenarios, sealKeys, ...(isRoot ? privateEngineScenarios : [])])('a console killed during $name', (scenario) => {
  let course: Course;

  beforeAll(async () => {
    course = await undisturbed(lab, scenario);
  });

  afterAll(() => scenario.end?.(lab));

  test('does each thing once, wherever it is killed, and says what became of it', async () => {
    expect(course.moments).not.toEqual([]);
    for (const at of course.moments) {
      for (const side of ['before', 'after'] as const) {
        const row = await crash(lab, scenario, { at, side });
        rows.push(row);
        process.stdout.write(`${printedAlone(row)}\n`);
        const { found, effects, ledger } = row;
        expect.soft({ found, effects, ledger }, `${side} ${at}`).toEqual({ found: toldAt(course, { at, side }), effects: course.effects, ledger: 'verified' });
      }
    }
  });
});

describe('a console killed while it seals what a removal wrote', () => {
  test.each(['before', 'after'] as const)('is shown to be whole, and goes on (%s the marks)', async (side) => {
    const row = await crash(lab, teardown('remove_container', ['stop_container']), { at: 'marks of a checkpoint', side });
    rows.push(row);

    expect(row).toMatchObject({ found: 'remove_container applied', ledger: 'verified' });
  });
});

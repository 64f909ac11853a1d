import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { crash, type Scenario } from '../support/crash/crash.ts';
import { CrashLab } from '../support/crash/crash-lab.ts';
import type { KillPoint } from '../support/crash/kill-points.ts';
import { prepare, teardown } from '../support/crash/scenarios.ts';

let lab: CrashLab;

beforeAll(async () => {
  lab = await CrashLab.open();
});

afterAll(() => lab.close());

const after = (at: string): KillPoint => ({ at, side: 'after' });
const remove = teardown('remove_container', ['stop_container']);

// The short form of the matrix that `npm run test:crash` makes: the moments at which most is at stake.
describe('a console killed on a worker’s way, and opened again', () => {
  test.each<[string, Scenario, KillPoint, string]>([
    ['asked for a volume, and not sent', prepare, after('intent create_volume'), 'create_volume open'],
    ['created the container, and not settled', prepare, after('call create_container'), 'create_volume applied, create_volume applied, create_container applied'],
    ['laid out a volume, and not settled', prepare, after('call deliver'), 'create_volume applied, create_volume applied, create_container applied, deliver applied'],
    ['removed the container, and not settled', remove, after('call remove_container'), 'remove_container applied'],
    ['settled the removal, and not verified it', remove, after('settlement remove_container'), 'remove_container applied'],
  ])('%s: tells which, and does it once', async (_when, scenario, kill, found) => {
    const row = await crash(lab, scenario, kill);

    expect(row).toMatchObject({ found, ledger: 'verified' });
    expect(Object.values(row.effects).every((count) => count === 1)).toBe(true);
    expect(Object.keys(row.effects).length).toBeGreaterThan(0);
  });
});

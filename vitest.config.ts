import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begun last, they would be waited for alone. */
const longest = /\/(engine\/(faults|killed-|network|projection-cases|artifacts-export|transfer|images|engine-ssh)|unit\/tamper-matrix)/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(({ moduleId }) => longest.test(moduleId)), ...sorted.filter(({ moduleId }) => !longest.test(moduleId))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // Most of a ledger test is waiting for the disk: the limit is for what hangs, not for what is slow. Nothing of a module
      // outlives a test, so the files of a worker share what they import.
      { test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], maxWorkers: 3, isolate: false, testTimeout: 30_000 } },
      {
        test: {
          name: 'engine',
          include: ['test/engine/**/*.test.ts'],
          exclude: process.env['BAILIWICK_TEST_FULL'] === undefined ? ['**/*.full.test.ts'] : [],
          pool: 'forks',
          // More than there are processors: each of them mostly waits, for an engine and for what has to be seen twice.
          maxWorkers: 3,
          isolate: false,
          // An engine under load takes its time; what hangs is still found within minutes.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Tests that run beside each other mostly wait for deadlines.
          maxConcurrency: 12,
        },
      },
      // Long runs of their own: every moment at which a console can be killed, and schedules of faults without end.
      { test: { name: 'crash', include: ['test/crash/**/*.test.ts'], pool: 'forks', testTimeout: 1_800_000, hookTimeout: 120_000 } },
      { test: { name: 'soak', include: ['test/soak/**/*.test.ts'], pool: 'forks', testTimeout: 24 * 3_600_000, hookTimeout: 120_000, maxConcurrency: 12 } },
    ],
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      // Most of a ledger test is waiting for the disk: the limit is for what hangs, not for what is slow. Nothing of a module
      // outlives a test, so the files of a worker share what they import.
      { test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], maxWorkers: 2, isolate: false, testTimeout: 30_000 } },
      {
        test: {
          name: 'engine',
          include: ['test/engine/**/*.test.ts'],
          exclude: process.env['BAILIWICK_TEST_FULL'] === undefined ? ['**/*.full.test.ts'] : [],
          pool: 'forks',
          maxWorkers: 2,
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

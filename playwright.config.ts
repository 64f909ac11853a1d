import path from 'node:path';
import { defineConfig } from '@playwright/test';

const output = process.env['BAILIWICK_TEST_OUTPUT'] ?? 'test-results';
// Playwright empties a project's folder before it runs that project.
const resultsOf = (project: string) => path.join(output, 'results', project);
const pictures = '**/screenshots*.spec.ts';

export default defineConfig({
  testDir: 'test/e2e',
  tsconfig: 'test/tsconfig.json',
  // What is waited for is there as soon as it is there: only a machine that is busy with other things needs so long.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  projects: [
    { name: 'e2e', testIgnore: pictures, outputDir: resultsOf('e2e') },
    { name: 'screenshots', testMatch: pictures, outputDir: resultsOf('screenshots') },
  ],
});

import path from 'node:path';
import { defineConfig } from '@playwright/test';

const output = process.env['BAILIWICK_TEST_OUTPUT'] ?? 'test-results';
const pictures = '**/screenshots.spec.ts';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: path.join(output, 'results'),
  tsconfig: 'test/tsconfig.json',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  projects: [
    { name: 'e2e', testIgnore: pictures },
    { name: 'screenshots', testMatch: pictures },
  ],
});

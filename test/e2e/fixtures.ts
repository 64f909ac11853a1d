import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test as base, type ElectronApplication, type Page, type TestInfo } from '@playwright/test';
import { launchConsole, type Launch, type LaunchedConsole } from '../support/launch-console.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** A folder of this test alone, and new: where the console keeps its data. */
  readonly dataFolder: string;
  /** Where the container engine of this run listens. A test that asks for it is left out on a machine without one. */
  readonly engine: string;
  /** Starts the console on the data folder; again after an earlier one was closed or killed. */
  readonly launch: (options?: Omit<Launch, 'dataFolder'>) => Promise<LaunchedConsole>;
  readonly app: ElectronApplication;
  readonly window: Page;
}

export const test = base.extend<Fixtures>({
  dataFolder: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'data-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  engine: async ({}, use, testInfo) => {
    const endpoint = process.env['BAILIWICK_TEST_ENGINE'] ?? '';
    testInfo.skip(endpoint === '', 'there is no container engine');
    await use(endpoint);
  },

  launch: async ({ dataFolder }, use, testInfo) => {
    const launched: LaunchedConsole[] = [];

    await use(async (options) => {
      const console = await launchConsole({ dataFolder, ...options });
      launched.push(console);
      return console;
    });

    for (const [index, console] of launched.entries()) await closeKeepingEvidence(console, index, testInfo);
  },

  app: async ({ launch }, use) => {
    const { app } = await launch();
    await use(app);
  },

  window: async ({ app }, use) => {
    await use(await app.firstWindow());
  },
});

/** A failed test leaves what the console printed and, of one that still runs, the trace and a picture of each window. */
async function closeKeepingEvidence(console: LaunchedConsole, index: number, testInfo: TestInfo): Promise<void> {
  const hasFailed = testInfo.status !== testInfo.expectedStatus;
  if (hasFailed) await writeFile(testInfo.outputPath(`output-${index}.log`), console.output());
  if (console.isClosed()) return;
  if (hasFailed) await takePictures(console.app, index, testInfo);
  await console.close(hasFailed ? testInfo.outputPath(`trace-${index}.zip`) : undefined);
}

async function takePictures(app: ElectronApplication, index: number, testInfo: TestInfo): Promise<void> {
  for (const [number, page] of app.windows().entries()) {
    const file = testInfo.outputPath(`window-${index}-${number}.png`);
    // A window that hangs must not hide why the test failed.
    await page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined);
  }
}

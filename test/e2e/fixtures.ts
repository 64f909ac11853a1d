import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test as base, type ElectronApplication, type Page, type TestInfo } from '@playwright/test';
import { FarMachine } from '../support/far-machine.ts';
import { launchConsole, type Launch, type LaunchedConsole } from '../support/launch-console.ts';
import { removeAllOf } from './engine-itself.ts';
import { Operator } from './operator.ts';
import { pagesOf, type Pages } from './pages/pages.ts';
import { StoppableEngine } from './stoppable-engine.ts';

export { expect } from '@playwright/test';

interface Fixtures {
  /** A folder of this test alone, and new. */
  readonly folder: string;
  /** Where the console keeps its data. */
  readonly dataFolder: string;
  /** A task for a worker: `task.md` and `notes/context.md`. */
  readonly taskFolder: string;
  readonly exportFolder: string;
  /** A seat of this test alone. What a failed test leaves of its workers is removed after it. */
  readonly seatOf: (role: string) => string;
  /** Where the container engine of this run listens. A test that asks for it is left out on a machine without one. */
  readonly engine: string;
  /** An engine that this test alone may have stopped and started. */
  readonly stoppable: StoppableEngine;
  /** A machine that the system’s own ssh reaches, with what that needs set up for a console started in its `env`. */
  readonly far: FarMachine;
  /** Starts the console on the data folder; again after an earlier one was closed or killed. */
  readonly launch: (options?: Partial<Launch>) => Promise<LaunchedConsole>;
  /** Who works with a console that was launched. */
  readonly operatorOf: (launched: LaunchedConsole) => Promise<Operator>;
  readonly app: ElectronApplication;
  readonly window: Page;
  readonly pages: Pages;
  readonly operator: Operator;
}

export const test = base.extend<Fixtures>({
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'test-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },

  dataFolder: async ({ folder }, use) => use(path.join(folder, 'data')),

  taskFolder: async ({ folder }, use) => {
    const task = path.join(folder, 'task');
    await mkdir(path.join(task, 'notes'), { recursive: true });
    await writeFile(path.join(task, 'task.md'), 'Write a report.\n');
    await writeFile(path.join(task, 'notes/context.md'), 'Nobody has written one yet.\n');
    await use(task);
  },

  exportFolder: async ({ folder }, use) => {
    const exports = path.join(folder, 'exports');
    await mkdir(exports);
    await use(exports);
  },

  seatOf: async ({}, use) => {
    const team = randomBytes(4).toString('hex');
    const seats: string[] = [];
    await use((role) => {
      const seat = `${role}@${team}`;
      seats.push(seat);
      return seat;
    });
    for (const seat of seats) await removeAllOf(process.env['BAILIWICK_TEST_ENGINE'] ?? '', seat);
  },

  engine: async ({}, use, testInfo) => {
    const endpoint = process.env['BAILIWICK_TEST_ENGINE'] ?? '';
    testInfo.skip(endpoint === '', 'there is no container engine');
    await use(endpoint);
  },

  stoppable: async ({}, use, testInfo) => {
    const engine = StoppableEngine.ofThisRun();
    if (!engine) return testInfo.skip(true, 'only root’s test runs have an engine that may be stopped');
    await engine.start();
    await use(engine);
  },

  far: async ({ folder }, use) => {
    const ssh = path.join(folder, 'far');
    await mkdir(ssh);
    const machine = await FarMachine.start(ssh);
    await use(machine);
    machine.stop();
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

  operatorOf: async ({}, use) => use(async ({ app }) => new Operator(app, await app.firstWindow())),

  app: async ({ launch }, use) => {
    const { app } = await launch();
    await use(app);
  },

  window: async ({ app }, use) => use(await app.firstWindow()),

  pages: async ({ window }, use) => use(pagesOf(window)),

  operator: async ({ app, window }, use) => use(new Operator(app, window)),
});

/** A failed test leaves what the console printed and, of one that still runs, a picture of each window, and its trace if one was made. */
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

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { BindingId } from '../../shared/ids.ts';
import { FakeDaemon } from '../support/fake-daemon.ts';
import { launchConsole, type LaunchedConsole } from '../support/launch-console.ts';
import { populate } from '../support/seed-engine.ts';
import { seedLedger, type Seeded } from '../support/seed-ledger.ts';
import { workerKinds, type WorkerKind } from '../support/seed-stories.ts';
import { test as base } from './fixtures.ts';

export { expect } from './fixtures.ts';

/** A console that was never used, one with a worker of each kind, and one with more of everything than anybody can read. */
export type SceneName = 'empty' | 'ordinary' | 'full';

const sizes = {
  ordinary: { workers: workerKinds.length, receipts: 0, filesEach: 5, strangers: 6, images: 3, logLines: 40 },
  full: { workers: 300, receipts: 20_000, filesEach: 400, strangers: 1_000, images: 240, logLines: 3_000 },
} as const;

interface Scene {
  readonly console: LaunchedConsole;
  readonly page: Page;
  readonly dataFolder: string;
  /** The stand-in for an engine that the console reads. */
  readonly daemon: FakeDaemon;
  /** A worker of this kind: the first there is. */
  readonly worker: (kind: WorkerKind) => { readonly binding: BindingId; readonly seat: string };
  /** Whether nothing but its address may have changed in the window since it was read. */
  isAsRead: boolean;
}

interface Fixtures {
  /** For a test that ends with everything in the window as it was, but for the address: the next one need not read it anew. */
  readonly leaveAsRead: () => void;
}

/** One console for all tests of a scene: each finds its window as it is when it was just read, and none of them changes what the others see. */
export const test = base.extend<Fixtures, { readonly sceneName: SceneName; readonly scene: Scene }>({
  sceneName: ['empty', { option: true, scope: 'worker' }],

  scene: [
    async ({ sceneName }, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'scene-'));
      const dataFolder = path.join(folder, 'data');
      const daemon = await FakeDaemon.listen(path.join(folder, 'engine.sock'));
      const seeded = sceneName === 'empty' ? [] : setUp(daemon, dataFolder, sceneName);
      const console = await launchConsole({ dataFolder, traced: false });
      await use({ console, page: await console.app.firstWindow(), dataFolder, daemon, worker: (kind) => ofKind(seeded, kind), isAsRead: false });
      await console.close();
      await daemon.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  app: async ({ scene }, use) => use(scene.console.app),

  window: async ({ scene }, use, testInfo) => {
    const { page } = scene;
    await page.evaluate(() => { window.location.hash = '#/workers'; });
    if (!scene.isAsRead) await page.reload();
    scene.isAsRead = false;
    await page.getByRole('heading', { level: 1, name: 'Workers' }).waitFor();
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus) await page.screenshot({ path: testInfo.outputPath('window.png'), timeout: 5000 }).catch(() => undefined);
  },

  leaveAsRead: async ({ scene }, use) => use(() => { scene.isAsRead = true; }),
});

function setUp(daemon: FakeDaemon, dataFolder: string, name: Exclude<SceneName, 'empty'>): readonly Seeded[] {
  const size = sizes[name];
  const seeded = seedLedger(dataFolder, { ...size, endpoint: daemon.endpoint, engine: daemon.engine });
  populate(daemon, seeded, size);
  return seeded;
}

function ofKind(seeded: readonly Seeded[], kind: WorkerKind): { readonly binding: BindingId; readonly seat: string } {
  const found = seeded.find((each) => each.kind === kind);
  if (!found) throw new TypeError(`this scene has no worker that is ${kind}`);
  return { binding: found.worker.id, seat: found.worker.spec.seat };
}

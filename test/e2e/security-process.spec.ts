import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { executable, root } from '../support/launch-console.ts';
import { expect, test } from './fixtures.ts';
import { inMain } from './in-main.ts';

const hasSandbox = process.platform === 'linux' && process.env['BAILIWICK_SANDBOX'] !== 'off';

test.describe('the process that draws the page', () => {
  test('runs inside Chromium’s sandbox: filtered system calls, no new privileges, process ids of its own', async ({ app, window: page }) => {
    test.skip(!hasSandbox, 'there is no such sandbox here');
    await page.waitForLoadState();

    const status = readFileSync(`/proc/${await pageProcess(app)}/status`, 'utf8');

    expect(status).toMatch(/^Seccomp:\s2$/m);
    expect(status).toMatch(/^NoNewPrivs:\s1$/m);
    expect(status).toMatch(/^CapEff:\s0+$/m);
    // Its id outside, and one in each namespace around it.
    expect(status).toMatch(/^NSpid:\s\d+(\s\d+)+$/m);
  });

  test('has no menu that reloads the page or opens the tools of a developer', async ({ app }) => {
    const roles = await inMain(app, ({ Menu }) => {
      const rolesOf = (menu: Electron.Menu | null | undefined): string[] => (menu?.items ?? []).flatMap((item) => [String(item.role), ...rolesOf(item.submenu)]);
      return rolesOf(Menu.getApplicationMenu()).map((role) => role.toLowerCase());
    }, null);

    expect(roles).toContain('editmenu');
    expect(roles.filter((role) => /devtools|reload/.test(role))).toEqual([]);
  });
});

test.describe('what the launcher’s environment holds', () => {
  test('is nowhere in the page, in the data folder or in what the console prints', async ({ launch, dataFolder }) => {
    const canary = 'canary-7f3a9c51';
    const launched = await launch({ env: { GITHUB_TOKEN: canary, DOCKER_AUTH: canary, [canary]: 'name' } });
    const page = await launched.app.firstWindow();
    await page.getByRole('heading', { level: 1 }).waitFor();

    const inPage = await page.evaluate(async (wanted) => {
      const answers = await Promise.all([window.bridge.frame({}), window.bridge.settings({}), window.bridge.listEngines({}), window.bridge.listReceipts({ filter: {}, limit: 100 })]);
      return [JSON.stringify(answers), document.documentElement.outerHTML, window.location.href].filter((text) => text.includes(wanted));
    }, canary);

    expect(inPage).toEqual([]);
    expect(filesBelow(dataFolder).filter((file) => readFileSync(file).includes(canary))).toEqual([]);
    expect(launched.output()).not.toContain(canary);
  });
});

test.describe('the data folder', () => {
  test('is its owner’s alone, and so is every file of the console’s own in it', async ({ launch, dataFolder }) => {
    const { app } = await launch();
    await (await app.firstWindow()).getByRole('heading', { level: 1 }).waitFor();

    const open = [dataFolder, ...entriesBelow(path.join(dataFolder, 'console'))].filter((entry) => (statSync(entry).mode & 0o077) !== 0);

    expect(open).toEqual([]);
  });

  test('belongs to one console: a second one brings the first to the front and ends', async ({ launch, dataFolder }) => {
    const { app } = await launch();
    await (await app.firstWindow()).getByRole('heading', { level: 1 }).waitFor();
    await inMain(app, ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      Object.assign(globalThis, { focused: 0 });
      if (window) window.focus = () => void (globalThis as unknown as { focused: number }).focused++;
    }, null);

    const second = spawn(executable(), [...(hasSandbox ? [] : ['--no-sandbox']), root, `--data-folder=${dataFolder}`], { stdio: 'ignore' });
    const [code] = (await once(second, 'exit')) as [number];

    expect(code).toBe(75);
    await expect.poll(() => inMain(app, () => (globalThis as unknown as { focused: number }).focused, null)).toBe(1);
    expect(app.windows()).toHaveLength(1);
  });
});

const pageProcess = (app: ElectronApplication): Promise<number> => inMain(app, ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0, null);

const entriesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((entry) => path.join(folder, entry)).filter((entry) => !isGone(entry));

const filesBelow = (folder: string): readonly string[] => entriesBelow(folder).filter((entry) => statSync(entry).isFile());

/** Links to nowhere are how Chromium says who holds its folder; other files come and go. */
const isGone = (entry: string): boolean => statSync(entry, { throwIfNoEntry: false }) === undefined;

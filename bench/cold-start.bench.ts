import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { _electron, type Page } from '@playwright/test';
import { against, type Bench, type BenchContext } from './table.ts';
import { writeLongLedger } from './support/long-ledger.ts';
import { pairsOf } from './support/pairs.ts';

const root = path.resolve(import.meta.dirname, '..');
const receipts = 100_000;

const bench: Bench = async (context) => {
  const empty = makeEmptyApp(path.join(context.folder, 'empty-app'));
  const samples = await pairsOf(
    () => millisecondsToStart(context, (fresh) => [root, `--data-folder=${fresh}`], usableWorkersView),
    () => millisecondsToStart(context, (fresh) => [empty, `--user-data-dir=${fresh}`], emptyPage),
  );
  const used = path.join(context.folder, 'used');
  writeLongLedger(path.join(used, 'console'), receipts);
  // Its first start folds all receipts, and keeps what came of it.
  await millisecondsToStart(context, () => [root, `--data-folder=${used}`], listedWorkers);
  const withReceipts = await pairsOf(
    () => millisecondsToStart(context, () => [root, `--data-folder=${used}`], listedWorkers),
    () => millisecondsToStart(context, (fresh) => [empty, `--user-data-dir=${fresh}`], emptyPage),
  );
  return [
    against({ name: 'cold start to a usable Workers view / to an empty window', unit: 'ms', ...samples, maxRatio: 1.5 }),
    against({ name: `cold start with ${receipts.toLocaleString('en')} receipts / to an empty window`, unit: 'ms', ...withReceipts, maxRatio: 1.5 }),
  ];
};

export default bench;

/** The answer to the page's question has come, and what it offers can be pressed. */
async function usableWorkersView(page: Page): Promise<void> {
  await page.getByText('No worker yet').waitFor();
  await page.getByRole('button', { name: 'New worker' }).click({ trial: true });
}

const listedWorkers = (page: Page): Promise<void> => page.getByRole('grid', { name: 'Workers' }).getByText('reviewer@atlas').first().waitFor();

const emptyPage = (page: Page): Promise<void> => page.locator('body').waitFor({ state: 'attached' });

let starts = 0;

async function millisecondsToStart({ folder, electron }: BenchContext, argumentsFor: (fresh: string) => readonly string[], isReady: (page: Page) => Promise<void>): Promise<number> {
  starts += 1;
  const fresh = path.join(folder, `start-${starts}`);
  const begun = performance.now();
  const app = await _electron.launch({
    executablePath: electron.executablePath,
    chromiumSandbox: !electron.args.includes('--no-sandbox'),
    args: [...argumentsFor(fresh), ...electron.args],
  });
  try {
    await isReady(await app.firstWindow());
    return performance.now() - begun;
  } finally {
    await app.close();
  }
}

/** What Electron itself costs: one window of the same size and the same confinement, with nothing in it. */
function makeEmptyApp(folder: string): string {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'empty-window', version: '0.0.0', main: 'main.cjs' }));
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Empty</title>');
  writeFileSync(
    path.join(folder, 'main.cjs'),
    `const { app, BrowserWindow } = require('electron');
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false, webPreferences: { sandbox: true, contextIsolation: true } });
  window.once('ready-to-show', () => window.show());
  window.loadFile('index.html');
});
app.on('window-all-closed', () => app.quit());
`,
  );
  return folder;
}

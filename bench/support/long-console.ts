import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { BenchContext } from '../table.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** A first start over a million receipts folds them all. */
const patience = 300_000;

export interface LongConsole {
  readonly app: ElectronApplication;
  readonly page: Page;
}

/** The built console on a data folder, with its window open. */
export async function openConsole({ electron }: BenchContext, dataFolder: string): Promise<LongConsole> {
  const app = await _electron.launch({
    executablePath: electron.executablePath,
    chromiumSandbox: !electron.args.includes('--no-sandbox'),
    args: [root, `--data-folder=${dataFolder}`, ...electron.args],
    timeout: patience,
  });
  const page = await app.firstWindow({ timeout: patience });
  page.setDefaultTimeout(patience);
  return { app, page };
}

/** At its Ledger view, with the receipts in it. */
export async function openLedgerView(context: BenchContext, dataFolder: string): Promise<LongConsole> {
  const { app, page } = await openConsole(context, dataFolder);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+4');
  await page.getByText(/^[\d,]+ receipts, newest first/).waitFor();
  await page.getByRole('grid', { name: 'Receipts' }).getByText('Console started').first().waitFor();
  return { app, page };
}

import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test as base } from './fixtures.ts';
import { inMain } from './in-main.ts';
import { LedgerTroublePage } from './pages/ledger-trouble-page.ts';
import { answerChoosers } from './system-dialogs.ts';
import { violationsOf } from './violations.ts';

const test = base.extend<{ readonly ledgerFile: string }>({
  /** Of a console that was used, and closed. */
  ledgerFile: async ({ dataFolder, launch }, use) => {
    const used = await launch({ traced: false });
    await (await used.app.firstWindow()).getByRole('contentinfo', { name: 'State' }).getByRole('link', { name: /Ledger/ }).waitFor();
    await used.close();
    await use(path.join(dataFolder, 'console', 'ledger.sqlite'));
  },
});

test.describe('a damaged ledger', () => {
  test('opens in a window that says what, where and what to do, in the light and in the dark', async ({ launch, ledgerFile }) => {
    writeFileSync(ledgerFile, 'not a database, whatever its name says '.repeat(500));

    const { app } = await launch();

    const page = await app.firstWindow();
    const trouble = new LedgerTroublePage(page);
    await expect(trouble.card('The ledger is damaged')).toContainText(path.dirname(ledgerFile));
    await expect(trouble.card('The ledger is damaged')).toContainText('Verify it to see what is still trustworthy, then restore a backup.');
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    expect(await violationsOf(page, 'everything')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOf(page, 'colours')).toEqual([]);
    expect(readFileSync(ledgerFile, 'utf8')).toMatch(/^not a database/);
  });

  test('is read as far as it can be, and verified where it stands', async ({ launch, ledgerFile }) => {
    const raw = new Database(ledgerFile);
    raw.exec('DROP TRIGGER receipts_never_leave; DELETE FROM receipts WHERE seq = 4');
    raw.close();
    const { app } = await launch();
    const page = await app.firstWindow();
    const trouble = new LedgerTroublePage(page);

    await trouble.verify();

    await expect(page.getByRole('status').filter({ hasText: 'The ledger is broken.' }).or(page.getByRole('alert'))).toBeVisible();
    await expect(trouble.readable.getByRole('row')).not.toHaveCount(0);
    expect(await violationsOf(page, 'everything')).toEqual([]);
  });

  test('gives way to a backup, and is kept', async ({ launch, ledgerFile, folder, operatorOf }) => {
    const backup = path.join(folder, 'backup.sqlite');
    writeFileSync(backup, readFileSync(ledgerFile));
    writeFileSync(ledgerFile, 'damaged');
    const launched = await launch();
    const page = await launched.app.firstWindow();
    const trouble = new LedgerTroublePage(page);
    await answerChoosers(launched.app, backup);

    await trouble.restoreFromFile();

    const { frame } = (await operatorOf(launched)).pages;
    await expect(frame.ledger).toContainText('Ledger sealed');
    await expect(trouble.card('The ledger is damaged')).toBeHidden();
    expect(readdirSync(path.dirname(ledgerFile)).filter((name) => name.includes('set-aside'))).toHaveLength(1);
  });

  test('can be left for another data folder', async ({ launch, ledgerFile, folder }) => {
    writeFileSync(ledgerFile, 'damaged');
    const { app } = await launch();
    await answerChoosers(app, folder);
    await inMain(app, ({ app: main }) => {
      main.relaunch = (options) => void process.stdout.write(`relaunched with ${options?.args?.at(-1)}\n`);
    }, null);

    const said = new Promise<string>((resolve) => app.process().stdout?.on('data', (chunk: Buffer) => resolve(chunk.toString())));
    const closed = app.waitForEvent('close');
    await new LedgerTroublePage(await app.firstWindow()).chooseOtherFolder();

    await closed;
    expect(await said).toBe(`relaunched with --data-folder=${folder}\n`);
  });
});

test.describe('a ledger in a folder that can only be read', () => {
  test('is shown under a note that says so, and is written again once it may be', async ({ launch, operatorOf, ledgerFile }) => {
    const folder = path.dirname(ledgerFile);
    chmodSync(folder, 0o500);
    const launched = await launch();
    const page = await launched.app.firstWindow();
    const { frame } = (await operatorOf(launched)).pages;
    const note = page.getByRole('region', { name: 'Ledger', exact: true });
    await expect(note).toContainText('The ledger can only be read.');
    await expect(frame.ledger).toContainText('Ledger takes no writes');
    expect(await violationsOf(page, 'everything')).toEqual([]);

    chmodSync(folder, 0o700);
    await note.getByRole('button', { name: 'Try again' }).click();

    await expect(note).toBeHidden();
    await expect(frame.ledger).toContainText('Ledger sealed');
  });
});

test.describe('a second window on one data folder', () => {
  test('does not open: the first one comes to the front', async ({ launch, dataFolder, ledgerFile }) => {
    expect(ledgerFile).toContain(dataFolder);
    const { app } = await launch();
    const page = await app.firstWindow();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await inMain(app, ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize(), null);

    await expect(launch({ traced: false })).rejects.toThrow();

    await expect.poll(() => inMain(app, ({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMinimized()), null)).toEqual([false]);
  });
});

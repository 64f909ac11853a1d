import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { pagesOf } from './pages/pages.ts';
import { violationsOf } from './violations.ts';

test.describe('a search whose index cannot be written', () => {
  test('says so, leaves every receipt readable, and goes on once that is mended', async ({ dataFolder, launch }) => {
    const inTheWay = path.join(dataFolder, 'console', 'search.sqlite');
    mkdirSync(inTheWay, { recursive: true, mode: 0o700 });
    writeFileSync(path.join(inTheWay, 'of somebody else'), '');
    const { app } = await launch();
    const page = await app.firstWindow();
    const { frame, ledger: { receipts } } = pagesOf(page);
    // What a new console still writes about its keys would make the view search again by itself.
    await page.evaluate(() => window.bridge.keys({}));
    await frame.go('Ledger');
    await expect(receipts.count).toHaveText(/^\d+ receipts, newest first/);

    await receipts.words.fill('console');

    const note = page.getByRole('status').filter({ hasText: 'All receipts can still be read without a filter.' });
    await expect(note).toContainText(inTheWay);
    expect(await violationsOf(page, 'everything')).toEqual([]);

    rmSync(inTheWay, { recursive: true });
    await note.getByRole('button', { name: 'Try again' }).click();
    await expect(note).toHaveCount(0);
    await expect(receipts.receipt('Console started')).toHaveCount(1);
    await expect(receipts.count).toHaveText(/ found, newest first/);
  });
});

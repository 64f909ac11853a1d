import { cpSync, rmSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { violationsOf } from './violations.ts';

test.describe('the sealed mark', () => {
  test('is in the frame of a new console, and grows with what is sealed', async ({ launch, operatorOf }) => {
    const first = await launch();
    const { frame } = (await operatorOf(first)).pages;
    await expect(frame.ledger).toHaveAccessibleName(/Not sealed yet/);
    await expect(frame.ledger).toContainText('0 +5');
    await first.close();

    const second = await launch();

    const again = (await operatorOf(second)).pages;
    await expect(again.frame.ledger).toHaveAccessibleName(/Sealed up to receipt 5; 1 receipt after it not yet\. Signed .* with ed25519:[0-9a-f]{64}/);
    await expect(again.frame.ledger).toContainText('Ledger sealed');
    await again.frame.go('Settings');
    await expect((await second.app.firstWindow()).getByRole('region', { name: 'Seal of the ledger' })).toContainText('Sealed up to receipt 5');
  });
});

test.describe('an older copy that was put back', () => {
  test('is gone on with in the window, by a signed decision that says what it replaces', async ({ launch, operatorOf, dataFolder }) => {
    const copy = `${dataFolder}-copy`;
    for (const keep of [() => cpSync(dataFolder, copy, { recursive: true }), () => undefined]) {
      const { app, close } = await launch({ traced: false });
      await (await app.firstWindow()).getByText('Not sealed yet').or((await app.firstWindow()).getByText('Ledger sealed')).waitFor();
      await close();
      keep();
    }
    rmSync(dataFolder, { recursive: true });
    cpSync(copy, dataFolder, { recursive: true });

    const restored = await launch();
    const page = await restored.app.firstWindow();
    const { frame } = (await operatorOf(restored)).pages;
    await expect(frame.ledger).toContainText('Custody unproven');
    await frame.go('Inbox');
    const item = page.getByRole('region', { name: 'Custody unproven' });
    await expect(item).toContainText('You: restore the newer copy, or reanchor with a signature.');
    await expect(item).toContainText('1 sealed receipt is gone, or an older copy was put in place');
    await expect(page.getByRole('region', { name: 'Backups' }).getByRole('button', { name: 'Restore from a file' })).toBeEnabled();
    expect(await violationsOf(page, 'everything')).toEqual([]);
    await item.getByRole('button', { name: 'Reanchor the ledger' }).click();
    await expect(frame.confirmation).toContainText('Mark in the state folder');
    expect(await violationsOf(page, 'everything')).toEqual([]);
    await frame.confirmation.getByRole('button', { name: 'Sign and reanchor' }).click();

    await expect(page.getByRole('status').filter({ hasText: 'Reanchored.' })).toBeVisible();
    await expect(frame.ledger).toContainText('Ledger sealed');
    await expect(page.getByText('Nothing waits for you')).toBeVisible();
  });
});

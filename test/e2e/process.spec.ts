import { expect, test } from './fixtures.ts';

test.describe('a main process that was killed', () => {
  test('leaves a data folder on which the console opens again', async ({ launch }) => {
    const killed = await launch();
    await (await killed.app.firstWindow()).getByRole('heading', { level: 1 }).waitFor();
    await killed.kill();

    const again = await launch();

    await expect((await again.app.firstWindow()).getByRole('heading', { level: 1 })).toBeVisible();
    expect(killed.isClosed()).toBe(true);
  });
});

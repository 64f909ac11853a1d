import type { Locator } from '@playwright/test';
import { pagesOf } from './pages/pages.ts';
import { expect, test } from './scene.ts';

test.use({ sceneName: 'full' });

/** More than any window shows at once, and far less than there is. */
const inSightAtMost = 100;

test.describe('an engine with a thousand containers, volumes and networks and hundreds of images', () => {
  test.describe.configure({ mode: 'default' });

  test('B6 55, 56: has only the rows in sight drawn, and the last one of each list is one key away', async ({ window }) => {
    const { frame, environments } = pagesOf(window);
    await frame.go('Environments');

    for (const [list, atLeast] of [[environments.containers, 1000], [environments.volumes, 1000], [environments.networks, 1000], [environments.imageList, 200]] as const) {
      const rows = await rowsOf(list);
      expect(rows).toBeGreaterThan(atLeast);
      expect(await list.getByRole('row').count()).toBeLessThan(inSightAtMost);

      await list.focus();
      await window.keyboard.press('End');
      await expect(list.locator(`[aria-rowindex="${rows}"]`)).toBeInViewport();
      expect(await list.getByRole('row').count()).toBeLessThan(inSightAtMost);
    }
  });

  test('B6 51: is said to be read while it takes its time, and never to have none', async ({ window, scene: { daemon } }) => {
    const { frame, environments } = pagesOf(window);
    const release = daemon.hold('GET /containers/json');
    try {
      await frame.go('Environments');
      await expect(window.getByRole('status').filter({ hasText: 'Listing containers.' })).toBeVisible();
      await expect(window.getByText('There is no container on this engine.')).toHaveCount(0);
    } finally {
      release();
    }
    await expect(environments.containers.getByRole('row').nth(1)).toBeVisible();
  });
});

/** All rows of a grid with its head, drawn or not. */
const rowsOf = async (list: Locator): Promise<number> => Number(await list.getAttribute('aria-rowcount'));

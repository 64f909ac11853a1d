import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { inMain } from './in-main.ts';

const size = { width: 1280, height: 800 };

export async function sizeForPictures(app: ElectronApplication, page: Page): Promise<void> {
  await inMain(app, ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height), size);
  await expect.poll(() => page.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size);
}

/** What the window shows now, light and dark. */
export async function take(page: Page, name: string): Promise<void> {
  const folder = process.env['BAILIWICK_SCREENSHOTS'] ?? 'docs/pictures';
  // Nothing is under the pointer, and nothing has the focus.
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const picture = await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
    expect(picture.length).toBeGreaterThan(10_000);
  }
}

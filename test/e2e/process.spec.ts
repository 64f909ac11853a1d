import { readFileSync } from 'node:fs';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test.describe('the window', () => {
  test('runs its page inside Chromium’s sandbox', async ({ app, window }) => {
    test.skip(process.platform !== 'linux' || process.env['BAILIWICK_SANDBOX'] === 'off', 'there is no such sandbox here');
    await window.waitForLoadState();

    const status = readFileSync(`/proc/${await pageProcess(app)}/status`, 'utf8');

    expect(status).toMatch(/^Seccomp:\s2$/m);
  });

  test('opens again on the same data after its main process was killed', async ({ launch }) => {
    const killed = await launch();
    await (await killed.app.firstWindow()).waitForLoadState();
    await killed.kill();

    const again = await launch();

    await (await again.app.firstWindow()).waitForLoadState();
    expect(killed.isClosed()).toBe(true);
  });
});

function pageProcess(app: ElectronApplication): Promise<number> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0);
}

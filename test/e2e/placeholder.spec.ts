import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
test('opens with the sandbox on', async ({ window, app, engine }) => {
  expect(engine).toMatch(/^unix:/);
  await expect(window.locator('h1')).toHaveText('hi');
  const pid = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId());
  expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/Seccomp:\s2/);
});
test('is killed and launched again', async ({ launch }) => {
  const first = await launch();
  await first.app.firstWindow();
  await first.kill();
  expect(first.isClosed()).toBe(true);
  const second = await launch();
  await expect((await second.app.firstWindow()).locator('h1')).toHaveText('hi');
});

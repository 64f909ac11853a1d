import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { requestNames } from '../../shared/request-names.ts';
import { inMain } from './in-main.ts';
import { goodInputs } from './request-inputs.ts';
import { expect, test } from './scene.ts';

/** Nothing of this is what any request takes. */
const nonsense: readonly unknown[] = [undefined, null, true, 0, Number.NaN, '', 'text', [], [{}], [1, 2], { toString: 1 }, { constructor: { prototype: {} } }];

test.describe('a request that does not fit', () => {
  for (const name of requestNames) {
    test(`is refused in words, and does nothing: ${name}`, async ({ window: page, leaveAsRead }) => {
      const good = goodInputs[name] as Readonly<Record<string, unknown>>;
      const before = await page.evaluate(() => window.bridge.frame({}));

      const answers = await page.evaluate(async ({ method, inputs }) => {
        const ask = window.bridge[method as 'frame'] as (input: unknown) => Promise<unknown>;
        // Made here: to bring it here takes longer than everything else.
        const long = 'x'.repeat(2_000_000);
        return Promise.all([long, ...inputs].map((input) => ask(input).then((answer) => JSON.stringify(answer), String)));
      }, { method: name, inputs: [...nonsense, ...spoilt(good)] });

      for (const answer of answers) expect(answer).toMatch(/"code":"bad_input"|BadRequestError/);
      const after = await page.evaluate(() => window.bridge.frame({}));
      expect(after.ledger.size).toBe(before.ledger.size);
      expect(after.tasks).toEqual([]);
      leaveAsRead();
    });
  }

  test('cannot be of a kind that is not served', async ({ app }) => {
    const channels = await inMain(app, ({ ipcMain }) => [...(ipcMain as unknown as { readonly _invokeHandlers: ReadonlyMap<string, unknown> })._invokeHandlers.keys(), ...ipcMain.eventNames().filter((name) => name !== 'error').map(String)], null);

    expect(channels.toSorted()).toEqual(requestNames.toSorted());
  });
});

test.describe('a request that does not come from the window’s own page', () => {
  test('is refused to another window, whatever it shows and however it is preloaded', async ({ app, folder }) => {
    const preload = path.join(folder, 'preload.cjs');
    writeFileSync(preload, "const { contextBridge, ipcRenderer } = require('electron'); contextBridge.exposeInMainWorld('ask', (name) => ipcRenderer.invoke(name, {}));");

    const answers = await inMain(app, async ({ BrowserWindow }, script) => {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload: script, sandbox: true } });
      await stranger.loadURL('app://bailiwick/');
      const asked: string[] = await stranger.webContents.executeJavaScript("Promise.all(['frame', 'settings', 'verifyLedger'].map((name) => ask(name).then(() => 'answered', String)))");
      stranger.destroy();
      return asked;
    }, preload);

    for (const answer of answers) expect(answer).toContain('UntrustedSenderError');
  });

  test('is refused to a frame within the page', async ({ app, window: page }) => {
    await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
    });

    const answers = await inMain(app, async ({ BrowserWindow, ipcMain }, names) => {
      type Handler = (event: unknown, input: unknown) => Promise<unknown>;
      const handlers = (ipcMain as unknown as { readonly _invokeHandlers: ReadonlyMap<string, Handler> })._invokeHandlers;
      const sender = BrowserWindow.getAllWindows()[0]?.webContents;
      const senderFrame = sender?.mainFrame.frames[0];
      if (!senderFrame) return ['there is no frame within the page'];
      return Promise.all(names.map((name) => handlers.get(name)?.({ sender, senderFrame }, {}).then(() => `${name} answered`, String)));
    }, [...requestNames]);

    for (const answer of answers) expect(answer).toContain('UntrustedSenderError');
  });
});

/** A good input made wrong in one way each: something added, something left out, something of another kind. */
function spoilt(good: Readonly<Record<string, unknown>>): readonly unknown[] {
  const keys = Object.keys(good);
  return [
    { ...good, added: 1 },
    ...keys.map((key) => Object.fromEntries(Object.entries(good).filter(([other]) => other !== key))),
    ...keys.flatMap((key) => [null, { deep: { deeper: 1 } }, -1].filter((value) => value !== good[key]).map((value) => ({ ...good, [key]: value }))),
  ];
}

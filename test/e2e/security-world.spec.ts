import { noticeNames, requestNames } from '../../shared/request-names.ts';
import { expect, test } from './scene.ts';

const powers = ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname', '__filename', 'setImmediate', 'electron', 'ipcRenderer', 'contextBridge', 'webFrame'];

test.describe('a script in the page', () => {
  test('finds nothing of Node and nothing of Electron', async ({ window: page }) => {
    const found = await page.evaluate((names) => names.filter((name) => name in globalThis), powers);

    expect(found).toEqual([]);
  });

  test('reaches beyond the page only by the requests there are, and by their notices', async ({ window: page }) => {
    const members = await page.evaluate(() => Object.keys(window.bridge));

    expect(members.toSorted()).toEqual([...requestNames, 'on'].toSorted());
  });

  test('cannot change the bridge, or put another in its place', async ({ window: page }) => {
    const outcome = await page.evaluate(() => {
      const { bridge } = window;
      const tries = [
        () => Object.assign(bridge, { frame: () => 'mine' }),
        () => Object.assign(bridge, { added: true }),
        () => Reflect.deleteProperty(bridge, 'frame'),
        () => Object.assign(window, { bridge: { frame: () => 'mine' } }),
        () => Object.defineProperty(window, 'bridge', { value: {} }),
      ];
      for (const attempt of tries) {
        try {
          attempt();
        } catch {
          // Refused aloud, which is as good as in silence.
        }
      }
      return { frozen: Object.isFrozen(bridge), same: window.bridge === bridge, frame: String(window.bridge.frame), added: 'added' in bridge };
    });

    expect(outcome).toEqual({ frozen: true, same: true, frame: expect.not.stringContaining('mine') as unknown, added: false });
  });

  test('gets nothing from the bridge that leads into the world of the preload', async ({ window: page }) => {
    const strangers = await page.evaluate(async () => {
      const { bridge } = window;
      const thrown = await Promise.resolve().then(() => bridge.on('nothing of the kind' as 'frameChanged', () => undefined)).catch((error: unknown) => error);
      const values: Record<string, unknown> = { request: bridge.frame, on: bridge.on, answer: await bridge.frame({}), thrown };
      // What was made in another world has another world’s Function at the root of its constructor.
      return Object.entries(values).filter(([, value]) => (value as object).constructor.constructor !== Function).map(([name]) => name);
    });

    expect(strangers).toEqual([]);
  });

  test('hears a notice without the event that brought it, and no notice that does not exist', async ({ window: page }) => {
    const heard = await page.evaluate(async (names) => {
      const counts = new Promise<number>((resolve) => {
        for (const name of names) window.bridge.on(name, (...all: readonly unknown[]) => resolve(all.length));
      });
      const refusal = await Promise.resolve().then(() => window.bridge.on('ipc-message' as 'frameChanged', () => undefined)).then(() => 'let in', String);
      await window.bridge.addEndpoint({ path: '/nowhere/of-a-notice.sock' });
      return { arguments: await counts, refusal };
    }, noticeNames);

    expect(heard).toEqual({ arguments: 1, refusal: expect.stringContaining('there is no notice') as unknown });
  });
});

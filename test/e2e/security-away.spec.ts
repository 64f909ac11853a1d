import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test, type Elsewhere } from './elsewhere.ts';
import { inMain } from './in-main.ts';

type Leave = (target: string) => void;

/** Each runs in the page, as a script that got in there would. */
const waysOut: Readonly<Record<string, Leave>> = {
  'an assigned address': (target) => { window.location.href = target; },
  'a replaced address': (target) => { window.location.replace(target); },
  'a link': (target) => {
    const link = Object.assign(document.createElement('a'), { href: target });
    document.body.append(link);
    link.click();
  },
  'a link into a new window': (target) => {
    const link = Object.assign(document.createElement('a'), { href: target, target: '_blank' });
    document.body.append(link);
    link.click();
  },
  'a form': (target) => {
    const form = Object.assign(document.createElement('form'), { action: target, method: 'post' });
    document.body.append(form);
    form.submit();
  },
  'a refreshing header': (target) => {
    const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0;url=${target}` });
    document.head.append(meta);
  },
  'a window of its own': (target) => { window.open(target, '_blank', 'popup'); },
  'the window above it': (target) => { window.open(target, '_top'); },
};

test.describe('a page that wants to leave', () => {
  for (const [name, leave] of Object.entries(waysOut)) {
    test(`stays where it is after ${name}`, async ({ app, window: page, elsewhere }) => {
      await page.evaluate(leave, `${elsewhere.origin}/left`);

      await expectToBeHere(app, page, elsewhere);
    });
  }

  test('is not led away by a redirect of its own address', async ({ app, window: page, elsewhere }) => {
    await inMain(app, ({ session }, redirectURL) => {
      session.defaultSession.webRequest.onBeforeRequest({ urls: ['app://bailiwick/moved*'] }, (_details, answer) => answer({ redirectURL }));
    }, `${elsewhere.origin}/redirected`);

    await page.evaluate(() => { window.location.href = 'app://bailiwick/moved'; });

    await expectToBeHere(app, page, elsewhere);
    await inMain(app, ({ session }) => session.defaultSession.webRequest.onBeforeRequest(null), null);
  });

  test('does not show a file that is dropped on it', async ({ app, window: page, folder, elsewhere }) => {
    const file = path.join(folder, 'dropped.html');
    writeFileSync(file, '<h1>dropped</h1>');
    const session = await page.context().newCDPSession(page);
    const drag = { x: 640, y: 400, data: { items: [], files: [file], dragOperationsMask: 1 } };

    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await session.send('Input.dispatchDragEvent', { type, ...drag });

    await expectToBeHere(app, page, elsewhere);
  });
});

test.describe('a page within the page', () => {
  test('cannot come from elsewhere, by a frame, an object or a webview', async ({ app, window: page, elsewhere }) => {

    await page.evaluate((source) => {
      for (const [tag, attribute] of [['iframe', 'src'], ['object', 'data'], ['embed', 'src'], ['webview', 'src']] as const) {
        const element = document.createElement(tag);
        element.setAttribute(attribute, source);
        document.body.append(element);
      }
    }, `${elsewhere.origin}/framed`);

    await expectToBeHere(app, page, elsewhere);
    const kinds = await inMain(app, ({ webContents }) => webContents.getAllWebContents().map((contents) => contents.getType()), null);
    expect(kinds).toEqual(['window']);
  });

  test('that is written by the page itself runs no script and has no bridge', async ({ window: page }) => {
    const found = await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      frame.srcdoc = '<script>parent.ran = true; window.ran = true;</script>';
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await loaded;
      return { ran: 'ran' in window, bridge: 'bridge' in (frame.contentWindow ?? {}) };
    });

    expect(found).toEqual({ ran: false, bridge: false });
  });
});

/** The same page still answers, alone, and nothing was asked of anybody else by the time that a later question of ours was answered. */
async function expectToBeHere(app: ElectronApplication, page: Page, elsewhere: Elsewhere): Promise<void> {
  await page.evaluate(() => window.bridge.frame({}));
  await inMain(app, async ({ net }, later) => void (await net.fetch(later)), `${elsewhere.origin}/later`);
  expect(await page.evaluate(() => window.location.origin)).toBe('app://bailiwick');
  expect(await page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('Workers');
  expect(new Set(elsewhere.asked)).toEqual(new Set(['/later']));
  expect(app.windows()).toHaveLength(1);
}

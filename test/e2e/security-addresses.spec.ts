import type { ElectronApplication } from '@playwright/test';
import { inMain } from './in-main.ts';
import { expect, test } from './scene.ts';

/** Each would lead out of the folder of the page’s files, or names another place than the page’s own. */
const notOurs = [
  'app://bailiwick/../package.json',
  'app://bailiwick/../main/main.js',
  'app://bailiwick/%2e%2e/main/main.js',
  'app://bailiwick/%2e%2e%2fmain%2fmain.js',
  'app://bailiwick/..%2fmain%2fmain.js',
  'app://bailiwick/assets/..%2f..%2f..%2fpackage.json',
  'app://bailiwick/..%5cmain%5cmain.js',
  'app://bailiwick/%252e%252e/main/main.js',
  'app://bailiwick//etc/passwd',
  'app://bailiwick/%2fetc%2fpasswd',
  'app://bailiwick/index.html%00.png',
  'app://bailiwick/%E0%A4%A',
  'app://bailiwick/index.html/',
  'app://bailiwick/nothing.html',
  'app://bailiwick.evil/index.html',
  'app://elsewhere/index.html',
];

test.describe('the page’s own addresses', () => {
  for (const url of notOurs) {
    test(`lead nowhere with ${url}`, async ({ app }) => {
      expect(await answerTo(app, url)).toMatchObject({ status: 404, body: 'Not found' });
    });
  }

  test('answer with the page’s policy, its own type, and nothing to be guessed', async ({ app }) => {
    const { status, headers } = await answerTo(app, 'app://bailiwick/');

    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  });
});

function answerTo(app: ElectronApplication, url: string): Promise<{ readonly status: number; readonly body: string; readonly headers: Readonly<Record<string, string>> }> {
  return inMain(app, async ({ net }, asked) => {
    const response = await net.fetch(asked);
    return { status: response.status, body: await response.text(), headers: Object.fromEntries(response.headers) };
  }, url);
}

import { expect, test } from './elsewhere.ts';

interface Attack {
  readonly name: string;
  /** The rule that has to be reported as broken. */
  readonly rule: string;
  readonly run: (elsewhere: string) => void;
}

/** Each runs in the page, a moment later: not even the test’s own way into it is an exception then. */
const attacks: readonly Attack[] = [
  { name: 'a script written into the page', rule: 'script-src-elem', run: () => setTimeout(() => document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.broken = true' }))) },
  { name: 'a handler written into an element', rule: 'script-src-attr', run: () => setTimeout(() => { document.body.setAttribute('onclick', 'window.broken = true'); document.body.click(); }) },
  { name: 'a text made into a program', rule: 'script-src', run: () => setTimeout('window.broken = true') },
  { name: 'a text made into a function', rule: 'script-src', run: () => setTimeout(() => new Function('window.broken = true')()) },
  { name: 'a script from elsewhere', rule: 'script-src-elem', run: (src) => setTimeout(() => document.head.append(Object.assign(document.createElement('script'), { src }))) },
  { name: 'a worker from a blob', rule: 'worker-src', run: () => setTimeout(() => new Worker(URL.createObjectURL(new Blob(['0'])))) },
  { name: 'a style sheet from elsewhere', rule: 'style-src-elem', run: (href) => setTimeout(() => document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))) },
  { name: 'a style written into an element', rule: 'style-src-attr', run: () => setTimeout(() => document.body.setAttribute('style', 'background: red')) },
  { name: 'a picture from elsewhere', rule: 'img-src', run: (src) => setTimeout(() => document.body.append(Object.assign(new Image(), { src }))) },
  { name: 'a request to elsewhere', rule: 'connect-src', run: (url) => setTimeout(() => void fetch(url).catch(() => undefined)) },
  { name: 'a beacon to elsewhere', rule: 'connect-src', run: (url) => setTimeout(() => navigator.sendBeacon(url, 'secret')) },
  { name: 'a socket to elsewhere', rule: 'connect-src', run: (url) => setTimeout(() => new WebSocket(url.replace('http', 'ws'))) },
  { name: 'a stream from elsewhere', rule: 'connect-src', run: (url) => setTimeout(() => new EventSource(url)) },
  { name: 'a frame from elsewhere', rule: 'frame-src', run: (src) => setTimeout(() => document.body.append(Object.assign(document.createElement('iframe'), { src }))) },
  { name: 'a sound from elsewhere', rule: 'media-src', run: (src) => setTimeout(() => document.body.append(Object.assign(document.createElement('audio'), { src }))) },
  { name: 'a form to elsewhere', rule: 'form-action', run: (action) => setTimeout(() => { const form = Object.assign(document.createElement('form'), { action }); document.body.append(form); form.submit(); }) },
  { name: 'another base of all addresses', rule: 'base-uri', run: (href) => setTimeout(() => document.head.append(Object.assign(document.createElement('base'), { href }))) },
];

test.describe('the page’s own policy', () => {
  for (const { name, rule, run } of attacks) {
    test(`blocks and reports ${name}`, async ({ window: page, elsewhere }) => {
      await page.evaluate(() => {
        Object.assign(window, { reported: [] });
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => window.reported.push(effectiveDirective));
      });

      await page.evaluate(run, `${elsewhere.origin}/asked`);

      await expect.poll(() => page.evaluate(() => window.reported)).toContain(rule);
      expect(await page.evaluate(() => 'broken' in window)).toBe(false);
      expect(elsewhere.asked).toEqual([]);
    });
  }
});

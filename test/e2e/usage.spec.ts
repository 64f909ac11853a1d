import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { violationsOf } from './violations.ts';

/** What the page's policy reported as broken from now on. */
async function reportedIn(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    Object.assign(window, { reported: [] });
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => window.reported.push(effectiveDirective));
  });
  return () => page.evaluate(() => window.reported);
}

/** The colours of a plot's dots that are not see-through. */
const coloursOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const canvas = document.querySelector('figure canvas') as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    const colours = new Set<string>();
    for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) colours.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
    return [...colours];
  });

test.describe('what a worker uses', () => {
  test('is drawn and told against its limits while it runs, and is no reading while its engine is away', async ({ stoppable, operator, window: page, seatOf }) => {
    test.slow();
    const { worker, frame } = operator.pages;
    const { summary } = worker;
    const seat = seatOf('user');
    const reported = await reportedIn(page);
    await page.emulateMedia({ colorScheme: 'light' });
    await operator.addEngine(stoppable.endpoint);
    await operator.askForWorker({ seat, engine: stoppable.endpoint, argv: ['harness', '--steps', '2', '--pause', '1', '--wait'], results: [] });
    await expect(summary.usage).toContainText('No reading: the container was not started yet.');

    await operator.launch();
    await expect(summary.used('CPU')).toContainText(/Now\d+\.\d\d CPU.*Peak\d+\.\d\d CPU.*Limit0\.5 CPU/);
    await expect(summary.used('Memory')).toContainText(/Now[\d.]+ [KM]iB.*Peak[\d.]+ [KM]iB.*Limit64 MiB/);
    expect(await coloursOf(page)).toContain('131 82 0');
    expect(await violationsOf(page, 'everything')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => coloursOf(page)).toContain('226 172 76');

    await frame.go('Workers');
    await operator.openWorker(seat);
    await expect(summary.used('CPU')).toContainText(/Now\d+\.\d\d CPU/);

    await stoppable.stop();
    await expect(summary.usage).toContainText('No reading:');
    await expect(summary.used('CPU')).toContainText(/Nowno reading.*Peak\d+\.\d\d CPU/);
    await stoppable.start();
    await expect(summary.usage).toContainText('No reading: the container is not running.');
    expect(await reported()).toEqual([]);
  });
});

import path from 'node:path';
import type { Page } from '@playwright/test';
import { KeptIndex } from '../electron/host/ledger/search/kept-index.ts';
import { ledgerFile } from '../electron/host/ledger/open-ledger.ts';
import { searchFile } from '../electron/host/ledger/search/open-index.ts';
import { openLedgerView } from './support/long-console.ts';
import { writeLongLedger } from './support/long-ledger.ts';
import { millisecondsOf } from './support/pairs.ts';
import { percentile } from './support/percentile.ts';
import { within, type Bench } from './table.ts';

/** A million receipts take their minutes: only where they are asked for. */
const receipts = process.env['BAILIWICK_BENCH_MILLION'] === undefined ? 100_000 : 1_000_000;

const typed = ['create volume', 'settled refused', 'reviewer@atlas process started', 'start 4242', 'console operator', 'c0ffee00', 'nothing of the kind'] as const;

const bench: Bench = async (context) => {
  const dataFolder = path.join(context.folder, 'data');
  const console = path.join(dataFolder, 'console');
  process.stdout.write(`written in ${seconds(await millisecondsOf(() => writeLongLedger(console, receipts)))} s\n`);
  process.stdout.write(`indexed in ${seconds(await millisecondsOf(() => fillIndex(console)))} s\n`);
  const { app, page } = await openLedgerView(context, dataFolder);
  try {
    await page.evaluate(watchKeystrokes);
    // Once for the machine to get warm: what counts is a console that somebody works with.
    await keystrokesOf(page);
    const keystrokes = await keystrokesOf(page);
    await page.getByRole('searchbox', { name: 'Words or ids' }).fill('');
    await page.getByText(/^[\d,]+ receipts, newest first/).waitFor();
    const idle = await framesWhile(page, 0);
    const frames = await framesWhile(page, 240);
    process.stdout.write(`half of ${keystrokes.length} keystrokes within ${percentile(keystrokes, 50).toFixed(0)} ms, half of ${frames.length} frames within ${percentile(frames, 50).toFixed(1)} ms; p95 of a frame in which nothing happens ${percentile(idle, 95).toFixed(1)} ms\n`);
    const of = receipts.toLocaleString('en');
    return [
      within({ name: `p95 of a filter keystroke to what it found, ${of} receipts`, unit: 'ms', ours: [percentile(keystrokes, 95)], limit: 100 }),
      // The display's own rate is the least there is: 16.667, of which a clock reads 16.7.
      within({ name: `p95 of a frame while the list is scrolled, ${of} receipts`, unit: 'ms', ours: [Number(percentile(frames, 95).toFixed(1))], limit: 16.7 }),
    ];
  } finally {
    await app.close();
  }
};

export default bench;

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

function fillIndex(folder: string): void {
  const index = new KeptIndex({ ledger: ledgerFile(folder), index: searchFile(folder) });
  while (index.grow().state === 'filling');
  index.close();
}

/** From each key to the frame that shows what was found. */
async function keystrokesOf(page: Page): Promise<readonly number[]> {
  const search = page.getByRole('searchbox', { name: 'Words or ids' });
  for (const text of typed) {
    await search.fill('');
    await page.getByText(/^[\d,]+ receipts, newest first/).waitFor();
    for (const key of text) {
      await search.press(key === ' ' ? 'Space' : key);
      await page.evaluate(() => window.keystrokes.shown);
    }
  }
  return page.evaluate(() => window.keystrokes.taken.splice(0));
}

declare global {
  interface Window {
    keystrokes: { readonly taken: number[]; shown: Promise<void> };
  }
}

/** The list says that it is busy from the key on until it shows the answer. */
function watchKeystrokes(): void {
  window.keystrokes = { taken: [], shown: Promise.resolve() };
  window.addEventListener('keydown', () => {
    const pressed = performance.now();
    window.keystrokes.shown = (async () => {
      do await new Promise(requestAnimationFrame);
      while (document.querySelector('[aria-busy="true"]:not([role="row"])'));
      window.keystrokes.taken.push(performance.now() - pressed);
    })();
  }, true);
}

const framesScrolled = 600;

/** The times between frames, while the list is scrolled so far in each of them. */
function framesWhile(page: Page, pixels: number): Promise<readonly number[]> {
  return page.getByRole('grid', { name: 'Receipts' }).evaluate(async (list, [count, by]) => {
    const frames: number[] = [];
    let before = await new Promise<number>(requestAnimationFrame);
    while (frames.length < count) {
      list.scrollBy(0, by);
      const now = await new Promise<number>(requestAnimationFrame);
      frames.push(now - before);
      before = now;
    }
    return frames;
  }, [framesScrolled, pixels] as const);
}

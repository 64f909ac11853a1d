import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ElectronApplication } from '@playwright/test';
import { removeAllOf } from '../test/e2e/engine-itself.ts';
import { Operator } from '../test/e2e/operator.ts';
import { within, type Bench, type BenchRow } from './table.ts';
import { openConsole, type LongConsole } from './support/long-console.ts';
import { writeLongLedger } from './support/long-ledger.ts';

const bindings = 1000;
const receipts = 10_000;
const logBytes = 1_000_000_000;
const lineBytes = 500;
const mostGrowth = 80;
const patience = 1_800_000;
const seat = 'printer@bench';

/** How much more the main process and the page hold, than where there is nothing to hold. */
const bench: Bench = async (context) => {
  const empty = await openConsole(context, path.join(context.folder, 'empty'));
  const atRest = await megabytesAtRest(empty.app);
  await empty.app.close();
  const dataFolder = path.join(context.folder, 'used');
  writeLongLedger(path.join(dataFolder, 'console'), receipts, bindings);
  const used = await openConsole(context, dataFolder);
  try {
    await used.page.getByRole('grid', { name: 'Workers' }).getByText('reviewer@atlas').first().waitFor();
    const listed = await megabytesAtRest(used.app);
    process.stdout.write(`${atRest.toFixed(0)} MB with nothing in it, ${listed.toFixed(0)} MB with ${bindings} bindings\n`);
    const row = within({ name: `memory with ${bindings.toLocaleString('en')} bindings, more than with none`, unit: 'MB', ours: [listed - atRest], limit: mostGrowth });
    return context.engine === null ? [row] : [row, await followedLog(context.engine, used)];
  } finally {
    await used.app.close();
  }
};

export default bench;

/** Its worker prints as fast as the engine takes it, and the window shows it as it comes. */
async function followedLog(engine: string, { app, page }: LongConsole): Promise<BenchRow> {
  const operator = new Operator(app, page);
  const { worker } = operator.pages;
  const print = `yes "$(printf %0${lineBytes - 1}d 1)" | head -c ${logBytes}; echo; echo all was printed`;
  await operator.addEngine(engine);
  await operator.askForWorker({ seat, engine, argv: ['sh', '-c', print], results: [] });
  const before = await megabytesAtRest(app);
  const begun = performance.now();
  await operator.launch();
  const ended = worker.state(/^Ended/).waitFor({ timeout: patience });
  const highest = await highestUntil(app, ended);
  const after = await megabytesAtRest(app);
  process.stdout.write(`${before.toFixed(0)} MB before, on the worker’s page, at most ${highest.toFixed(0)} MB while ${logBytes / 1e6} MB were followed in ${((performance.now() - begun) / 1000).toFixed(0)} s, ${after.toFixed(0)} MB after\n`);
  await removeAllOf(engine, seat);
  return within({ name: `memory while a log of ${logBytes / 1e9} GB is followed, more than before`, unit: 'MB', ours: [highest - before], limit: mostGrowth });
}

async function highestUntil(app: ElectronApplication, end: Promise<unknown>): Promise<number> {
  const over = end.then(() => true);
  for (let highest = 0; ; ) {
    highest = Math.max(highest, await megabytesOf(app));
    if (await Promise.race([over, sleep(500, false)])) return highest;
  }
}

/** What a start leaves behind is collected within seconds. */
async function megabytesAtRest(app: ElectronApplication): Promise<number> {
  await sleep(10_000);
  return megabytesOf(app);
}

/** Resident, of the main process and the page together. */
const megabytesOf = (app: ElectronApplication): Promise<number> =>
  app.evaluate((electron) => {
    const counted = electron.app.getAppMetrics().filter(({ type }) => type === 'Browser' || type === 'Tab');
    return counted.reduce((sum, { memory }) => sum + memory.workingSetSize, 0) / 1024;
  });

import path from 'node:path';
import { openConsole } from './support/long-console.ts';
import { writeLongLedger } from './support/long-ledger.ts';
import { pairsOf } from './support/pairs.ts';
import { against, type Bench, type BenchContext } from './table.ts';

/** A million receipts take their minutes: only where they are asked for. */
const receipts = process.env['BAILIWICK_BENCH_MILLION'] === undefined ? 100_000 : 1_000_000;
const few = 1000;

/** A console that was used before: at its first start it folds all receipts, and keeps what came of it. */
const bench: Bench = async (context) => {
  const [short, long] = [few, receipts].map((count) => {
    const dataFolder = path.join(context.folder, `with-${count}`);
    writeLongLedger(path.join(dataFolder, 'console'), count);
    return dataFolder;
  }) as [string, string];
  for (const folder of [short, long]) await millisecondsToStart(context, folder);
  const samples = await pairsOf(() => millisecondsToStart(context, long), () => millisecondsToStart(context, short));
  return [against({ name: `start with ${receipts.toLocaleString('en')} receipts / with ${few.toLocaleString('en')}`, unit: 'ms', ...samples, maxRatio: 1.2 })];
};

export default bench;

/** To a Workers view that lists its workers. */
async function millisecondsToStart(context: BenchContext, dataFolder: string): Promise<number> {
  const begun = performance.now();
  const { app, page } = await openConsole(context, dataFolder);
  try {
    await page.getByRole('grid', { name: 'Workers' }).getByText('reviewer@atlas').first().waitFor();
    return performance.now() - begun;
  } finally {
    await app.close();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { foldWorld } from '../../../shared/fold-world.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import { emptyWorld, type World } from '../../../shared/world.ts';
import { worldText } from './kept-world.ts';
import { allReceipts } from './receipt-pages.ts';
import { answerJob } from './threads/answer-job.ts';
import { startedFor } from './threads/spawn-threads.ts';
import { openDatabase } from './verify/open-database.ts';

export interface FoldJob {
  /** The ledger's database. */
  readonly file: string;
  /** How many receipts are folded. */
  readonly size: number;
}

const receiptsAtOnce = 2000;

const { file, size } = startedFor<FoldJob>().job;

/** Nobody waits for this answer: half of the time is left to those that somebody waits for. */
async function foldGently(db: Database): Promise<World> {
  let world = emptyWorld;
  for (let from = 0; from < size; from += receiptsAtOnce) {
    const begun = performance.now();
    world = foldWorld(world, between(db, from, Math.min(from + receiptsAtOnce, size)));
    await sleep(performance.now() - begun);
  }
  return world;
}

function* between(db: Database, after: number, last: number): Generator<Receipt> {
  for (const receipt of allReceipts(db, after)) {
    if (receipt.seq > last) return;
    yield receipt;
  }
}

await answerJob(async () => {
  const { db, close } = await openDatabase(file);
  try {
    return worldText(await foldGently(db));
  } finally {
    close();
  }
});

import { workerData } from 'node:worker_threads';
import { foldWorld } from '../../../shared/fold-world.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import { emptyWorld } from '../../../shared/world.ts';
import { worldText } from './kept-world.ts';
import { allReceipts } from './receipt-pages.ts';
import { answerJob } from './threads/answer-job.ts';
import { openDatabase } from './verify/open-database.ts';

export interface FoldJob {
  /** The ledger's database. */
  readonly file: string;
  /** How many receipts are folded. */
  readonly size: number;
}

const { file, size } = workerData as FoldJob;

function* upTo(receipts: Iterable<Receipt>): Generator<Receipt> {
  for (const receipt of receipts) {
    if (receipt.seq > size) return;
    yield receipt;
  }
}

await answerJob(async () => {
  const { db, close } = await openDatabase(file);
  try {
    return worldText(foldWorld(emptyWorld, upTo(allReceipts(db))));
  } finally {
    close();
  }
});

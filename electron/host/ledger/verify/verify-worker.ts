import { parentPort, workerData } from 'node:worker_threads';
import type { Trust } from './anchors.ts';
import { verifyDatabase, type DatabaseReport } from './verify-database.ts';

/** What the thread is given, and what it says. */
export interface VerifyJob {
  readonly file: string;
  readonly trust: Trust;
}

export type VerifyMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'verified'; readonly report: DatabaseReport }
  /** By the name of its error: an error itself does not keep its class on the way. */
  | { readonly kind: 'failed'; readonly name: string; readonly says: string };

const everyReceipts = 8192;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const say = (message: VerifyMessage): void => parentPort?.postMessage(message);

async function work({ file, trust }: VerifyJob): Promise<void> {
  let said = 0;
  const onProgress = (done: number): void => {
    if (done - said < everyReceipts) return;
    said = done;
    say({ kind: 'progress', done });
  };
  try {
    say({ kind: 'verified', report: await verifyDatabase(file, trust, { onProgress }) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    say({ kind: 'failed', name: error.name, says: error.message });
  }
}

await work(workerData as VerifyJob);

import { parentPort } from 'node:worker_threads';
import type { JobMessage } from './run-in-thread.ts';

/** How far a job is said to be no more often than every so many receipts. */
const everyReceipts = 8192;

/** The thread's side of a job: does it, and says how it goes and how it went. */
export async function answerJob<Value>(work: (onProgress: (done: number) => void) => Promise<Value>): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const say = (message: JobMessage<Value>): void => parentPort?.postMessage(message);
  let said = 0;
  const onProgress = (done: number): void => {
    if (done - said < everyReceipts) return;
    said = done;
    say({ kind: 'progress', done });
  };
  try {
    say({ kind: 'done', value: await work(onProgress) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    say({ kind: 'failed', name: error.name, says: error.message });
  }
}

import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { faultText } from '../../../../shared/error-code.ts';
import type { IndexState } from '../../../../shared/receipt-filter.ts';
import { startedFor } from '../threads/spawn-threads.ts';
import { KeptIndex, type Found, type IndexFiles } from './kept-index.ts';
import type { Query } from './query.ts';
import type { Page } from './search-index.ts';

/** What the thread is asked. */
export type SearchRequest =
  | { readonly kind: 'find'; readonly id: number; readonly query: Query; readonly page: Page }
  /** `fill`: index what is missing; `stop`: no longer; `drop`: what is indexed does not agree with the ledger. */
  | { readonly kind: 'fill' | 'stop' | 'drop' };

export type SearchMessage =
  | { readonly kind: 'found'; readonly id: number; readonly found: Found }
  | { readonly kind: 'index'; readonly index: IndexState }
  /** Nothing more comes from this thread. */
  | { readonly kind: 'failed'; readonly says: string };

const sayEveryMilliseconds = 250;

const index = new KeptIndex(startedFor<IndexFiles>().job);
let isFilling = false;

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const say = (message: SearchMessage): void => parentPort?.postMessage(message);

function answer(request: SearchRequest): void {
  switch (request.kind) {
    case 'find': {
      const found = index.find(request.query, request.page);
      say({ kind: 'found', id: request.id, found });
      if (found.index.state === 'filling') void fill();
      return;
    }
    case 'fill':
      index.goOn();
      return void fill();
    case 'stop': return index.stop();
    case 'drop': return index.drop();
  }
}

/** Between two batches whatever was asked meanwhile is answered. */
async function fill(): Promise<void> {
  if (isFilling) return;
  isFilling = true;
  let saidAt = -Infinity;
  await failing(async () => {
    for (let state = index.grow(); ; state = index.grow()) {
      const now = performance.now();
      if (state.state !== 'filling' || now - saidAt > sayEveryMilliseconds) {
        saidAt = now;
        say({ kind: 'index', index: state });
      }
      if (state.state !== 'filling') break;
      await setImmediate();
    }
  });
  isFilling = false;
}

async function failing(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say({ kind: 'failed', says: faultText(error) });
    parentPort?.close();
  }
}

parentPort?.on('message', (request: SearchRequest) => void failing(() => answer(request)));

import type { IndexState } from '../../../../shared/receipt-filter.ts';
import type { RunningWorker, SpawnWorker } from '../verify/spawn-worker.ts';
import type { Found, IndexFiles } from './kept-index.ts';
import type { Query } from './query.ts';
import type { Page } from './search-index.ts';
import type { SearchMessage, SearchRequest } from './search-worker.ts';

/** The thread that searches ended without an answer; the next question starts another one. */
export class SearchFailedError extends Error {
  override name = 'SearchFailedError';
}

interface Waiting {
  readonly resolve: (found: Found) => void;
  readonly reject: (error: SearchFailedError) => void;
}

/** The index on a thread of its own, started with the first question. */
export class SearchThread {
  readonly #spawn: SpawnWorker;
  readonly #files: IndexFiles;
  readonly #onIndex: (index: IndexState) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: RunningWorker | undefined;
  #asked = 0;
  #isClosed = false;

  constructor(spawn: SpawnWorker, files: IndexFiles, onIndex: (index: IndexState) => void) {
    this.#spawn = spawn;
    this.#files = files;
    this.#onIndex = onIndex;
  }

  /** Throws SearchFailedError. */
  find(query: Query, page: Page): Promise<Found> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send({ kind: 'find', id, query, page });
    });
  }

  send(request: SearchRequest): void {
    if (this.#isClosed) return this.#end(this.#worker, 'The console is closing.');
    this.#worker ??= this.#start();
    this.#worker.send(request);
  }

  close(): void {
    this.#isClosed = true;
    this.#end(this.#worker, 'The console is closing.');
  }

  #start(): RunningWorker {
    const worker = this.#spawn('search', this.#files);
    worker.onMessage((message) => this.#hear(worker, message as SearchMessage));
    worker.onEnd((fault) => this.#end(worker, fault instanceof Error ? fault.message : 'its thread ended'));
    return worker;
  }

  #hear(worker: RunningWorker, message: SearchMessage): void {
    switch (message.kind) {
      case 'found':
        this.#waiting.get(message.id)?.resolve(message.found);
        return void this.#waiting.delete(message.id);
      case 'index': return this.#onIndex(message.index);
      case 'failed': return this.#end(worker, message.says);
    }
  }

  /** Only of the thread that is asked now: an earlier one may end late. */
  #end(worker: RunningWorker | undefined, says: string): void {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    worker?.stop();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new SearchFailedError(`The receipts could not be searched: ${says}.`));
    if (!this.#isClosed) this.#onIndex({ state: 'failed', says: `The receipts could not be searched: ${says}.` });
  }
}

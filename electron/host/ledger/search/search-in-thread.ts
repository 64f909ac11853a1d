import type { IndexState } from '../../../../shared/receipt-filter.ts';
import type { RunningThread, SpawnThread } from '../threads/spawn-threads.ts';
import type { Found, IndexFiles } from './kept-index.ts';
import type { Query } from './query.ts';
import type { Page } from './search-index.ts';
import type { SearchMessage, SearchRequest } from './search-thread.ts';

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
  readonly #spawn: SpawnThread;
  readonly #files: IndexFiles;
  readonly #onIndex: (index: IndexState) => void;
  readonly #waiting = new Map<number, Waiting>();
  #running: RunningThread | undefined;
  #asked = 0;
  #isClosed = false;

  constructor(spawn: SpawnThread, files: IndexFiles, onIndex: (index: IndexState) => void) {
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
    if (this.#isClosed) return this.#end(this.#running, 'The console is closing.');
    this.#running ??= this.#start();
    this.#running.send(request);
  }

  close(): void {
    this.#isClosed = true;
    this.#end(this.#running, 'The console is closing.');
  }

  #start(): RunningThread {
    const running = this.#spawn('search', this.#files);
    running.onMessage((message) => this.#hear(running, message as SearchMessage));
    running.onEnd((fault) => this.#end(running, fault instanceof Error ? fault.message : 'its thread ended'));
    return running;
  }

  #hear(running: RunningThread, message: SearchMessage): void {
    switch (message.kind) {
      case 'found':
        this.#waiting.get(message.id)?.resolve(message.found);
        return void this.#waiting.delete(message.id);
      case 'index': return this.#onIndex(message.index);
      case 'failed': return this.#end(running, message.says);
    }
  }

  /** Only of the thread that is asked now: an earlier one may end late. */
  #end(running: RunningThread | undefined, says: string): void {
    if (running !== this.#running) return;
    this.#running = undefined;
    running?.stop();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    const whole = `The receipts could not be searched with ${this.#files.index}: ${says}.`;
    for (const { reject } of waiting) reject(new SearchFailedError(whole));
    if (!this.#isClosed) this.#onIndex({ state: 'failed', says: whole });
  }
}

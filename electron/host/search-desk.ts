import type { IndexState, ReceiptFilter } from '../../shared/receipt-filter.ts';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import type { Notify } from './desk.ts';
import type { Ledger } from './ledger/ledger.ts';
import { ledgerFile } from './ledger/open-ledger.ts';
import { searchFile } from './ledger/search/open-index.ts';
import { ReceiptSearch, type FoundReceipts } from './ledger/search/receipt-search.ts';
import type { Page } from './ledger/search/search-index.ts';
import { SearchFailedError } from './ledger/search/search-in-thread.ts';
import type { SpawnThread } from './ledger/threads/spawn-threads.ts';
import type { Progress, Tasks } from './tasks.ts';

interface Ports {
  readonly dataFolder: string;
  readonly ledger: Ledger;
  readonly spawn: SpawnThread;
  readonly tasks: Tasks;
  readonly notify: Notify;
  readonly onFault: (fault: unknown) => void;
}

/** Searching receipts, with the filling of its index as a task wherever that takes a while. */
export class SearchDesk {
  readonly #search: ReceiptSearch;
  readonly #ports: Ports;
  #announced: IndexState = { state: 'whole' };
  /** Told of the index while a task shows its filling. */
  #onFilling: ((index: IndexState) => void) | undefined;

  constructor(ports: Ports) {
    const { dataFolder, ledger, spawn } = ports;
    this.#ports = ports;
    this.#search = new ReceiptSearch({ db: ledger.db, spawn, files: { ledger: ledgerFile(dataFolder), index: searchFile(dataFolder) }, onIndex: (index) => this.#noticed(index) });
  }

  get index(): IndexState {
    return this.#search.state;
  }

  /** What cannot be searched is said by the index, and nothing is found. */
  async find(filter: ReceiptFilter, page: Page): Promise<FoundReceipts> {
    try {
      return await this.#search.find(filter, page);
    } catch (error) {
      if (error instanceof SearchFailedError) return { receipts: [], total: 0, isMore: false, index: { state: 'failed', says: error.message } };
      throw error;
    }
  }

  /** Whoever looks at receipts will search them soon. */
  fill(): void {
    if (this.#search.state.state !== 'stopped') this.#search.fill();
  }

  /** After it was cancelled, or failed. */
  goOn(): void {
    this.#search.fill();
  }

  close(): void {
    this.#search.close();
  }

  #noticed(index: IndexState): void {
    if (index.state !== 'whole' || this.#announced.state !== 'whole') this.#ports.notify('indexChanged', index);
    this.#announced = index;
    if (this.#onFilling) this.#onFilling(index);
    else if (index.state === 'filling') void this.#ports.tasks.run(fillingTask, (progress, signal) => this.#filled(index, progress, signal)).catch(this.#ports.onFault);
  }

  #filled(first: IndexState, progress: Progress, signal: AbortSignal): Promise<Result<null>> {
    signal.addEventListener('abort', () => this.#search.stop(), { once: true });
    return new Promise((resolve) => {
      this.#onFilling = (index) => {
        if (index.state === 'filling') return progress(index.done, index.total);
        this.#onFilling = undefined;
        resolve(resultOf(index));
      };
      this.#onFilling(first);
    });
  }
}

const fillingTask = { label: 'Indexing receipts', unit: 'receipts', cancellable: true } as const;

function resultOf(index: Exclude<IndexState, { state: 'filling' }>): Result<null> {
  switch (index.state) {
    case 'whole': return ok(null);
    case 'stopped': return refused(refusal('cancelled', 'Indexing was cancelled.', 'What is indexed so far can be searched. Go on in the Ledger view.'));
    case 'failed': return refused(refusal('blocked', index.says, 'Look at the disk of the data folder, then search again.'));
  }
}

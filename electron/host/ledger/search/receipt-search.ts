import type { Database } from 'better-sqlite3';
import type { Operation } from '../../../../shared/operations.ts';
import type { IndexState, ReceiptFilter } from '../../../../shared/receipt-filter.ts';
import type { Receipt } from '../../../../shared/receipt.ts';
import { receiptAt, receiptsOfAttempt } from '../receipt-pages.ts';
import type { SpawnThread } from '../threads/spawn-threads.ts';
import { entryOf } from './entry.ts';
import type { Found, IndexFiles } from './kept-index.ts';
import { fits, queryOf, type Query } from './query.ts';
import type { Page } from './search-index.ts';
import { SearchThread } from './search-in-thread.ts';

export interface FoundReceipts {
  readonly receipts: readonly Receipt[];
  readonly total: number;
  readonly isMore: boolean;
  readonly index: IndexState;
}

interface Ports {
  /** The ledger as its writer sees it: what is answered is read from here. */
  readonly db: Database;
  readonly spawn: SpawnThread;
  readonly files: IndexFiles;
  readonly onIndex: (index: IndexState) => void;
}

/** Receipts by what people look for. The index only says where; every answer is read from the ledger and checked against it. */
export class ReceiptSearch {
  readonly #db: Database;
  readonly #thread: SearchThread;
  #state: IndexState = { state: 'whole' };

  constructor({ db, spawn, files, onIndex }: Ports) {
    this.#db = db;
    this.#thread = new SearchThread(spawn, files, (index) => {
      this.#state = index;
      onIndex(index);
    });
  }

  /** How far the index was when it was last heard of. */
  get state(): IndexState {
    return this.#state;
  }

  /** Newest first. An index that disagrees with the ledger is made anew, once. Throws SearchFailedError. */
  async find(filter: ReceiptFilter, page: Page): Promise<FoundReceipts> {
    const query = queryOf(filter);
    const found = await this.#found(query, page);
    const receipts = this.#agreeing(query, found);
    if (receipts) return { ...found, receipts };
    this.#thread.send({ kind: 'drop' });
    const again = await this.#found(query, page);
    return { ...again, receipts: this.#agreeing(query, again) ?? [] };
  }

  /** Indexes what is missing, or goes on after `stop`. */
  fill(): void {
    this.#thread.send({ kind: 'fill' });
  }

  stop(): void {
    this.#thread.send({ kind: 'stop' });
  }

  close(): void {
    this.#thread.close();
  }

  /** An answer says itself how far the index is: nobody has to be told besides. */
  async #found(query: Query, page: Page): Promise<Found> {
    const found = await this.#thread.find(query, page);
    this.#state = found.index;
    return found;
  }

  #agreeing(query: Query, { seqs }: Found): readonly Receipt[] | undefined {
    const receipts = seqs.map((seq) => receiptAt(this.#db, seq));
    return receipts.every((receipt) => receipt && fits(query, entryOf(receipt, this.#operationOf(receipt)))) ? (receipts as readonly Receipt[]) : undefined;
  }

  #operationOf({ body }: Receipt): Operation | undefined {
    if (body.kind === 'intent') return body.operation;
    if (body.kind !== 'settlement') return undefined;
    const [intent] = receiptsOfAttempt(this.#db, body.attempt);
    return intent?.body.kind === 'intent' ? intent.body.operation : undefined;
  }
}

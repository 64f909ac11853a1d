import type { IndexState } from '../../../../shared/receipt-filter.ts';
import { LedgerReader } from './ledger-reader.ts';
import { dropIndex, isDamage, openIndex } from './open-index.ts';
import type { Query } from './query.ts';
import { mostCounted, type Page, type SearchIndex } from './search-index.ts';

export interface IndexFiles {
  readonly ledger: string;
  readonly index: string;
}

export interface Found {
  readonly seqs: readonly number[];
  readonly total: number;
  /** Whether there are more than `total`. */
  readonly isMore: boolean;
  readonly index: IndexState;
}

/** So many receipts are indexed before others get a turn. */
export const receiptsAtOnce = 2_000;

/** An index kept to its ledger: what is missing is added, and one that is damaged or another ledger's is made anew. */
export class KeptIndex {
  readonly #files: IndexFiles;
  #index: SearchIndex;
  #isStopped = false;

  constructor(files: IndexFiles) {
    this.#files = files;
    this.#index = openIndex(files.index);
  }

  /** Adds the next receipts; after `stop` only where they are few. */
  grow(): IndexState {
    return this.#mended(() => this.#grown());
  }

  /** A few receipts that are missing are added first; where there are many, it answers from what is indexed so far. */
  find(query: Query, page: Page): Found {
    return this.#mended(() => {
      const index = this.#grown();
      const total = this.#index.count(query);
      return { seqs: this.#index.find(query, page), total: Math.min(total, mostCounted), isMore: total > mostCounted, index };
    });
  }

  stop(): void {
    this.#isStopped = true;
  }

  goOn(): void {
    this.#isStopped = false;
  }

  drop(): void {
    this.#index.close();
    dropIndex(this.#files.index);
    this.#index = openIndex(this.#files.index);
  }

  close(): void {
    this.#index.close();
  }

  #grown(): IndexState {
    return LedgerReader.look(this.#files.ledger, (ledger) => this.#growFrom(ledger));
  }

  #growFrom(ledger: LedgerReader): IndexState {
    if (!this.#isOf(ledger)) this.drop();
    const total = ledger.size;
    if (!this.#isStopped || total - this.#index.mark.size <= receiptsAtOnce) this.#addFrom(ledger);
    const done = this.#index.mark.size;
    return done >= total ? { state: 'whole' } : { state: this.#isStopped ? 'stopped' : 'filling', done, total };
  }

  #addFrom(ledger: LedgerReader): void {
    const batch = ledger.batch(this.#index.mark.size, receiptsAtOnce);
    if (batch) this.#index.add(batch.entries, batch.leaf);
  }

  /** By the leaf that it came to: a ledger restored from an older copy and gone on from there has another one. */
  #isOf(ledger: LedgerReader): boolean {
    const { size, leaf } = this.#index.mark;
    return size === 0 || (leaf !== null && ledger.leafAt(size)?.equals(leaf) === true);
  }

  /** Tried again with a new index where it was damaged. */
  #mended<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.drop();
      return work();
    }
  }
}

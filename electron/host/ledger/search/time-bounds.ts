import type { Database, Statement } from 'better-sqlite3';
import type { Query } from './query.ts';

interface Bounds {
  readonly from: number;
  readonly to: number;
  readonly first: number;
  readonly last: number;
}

/** Clocks can be set back, so the receipts of a time are not always in a row. */
export class TimeBounds {
  readonly #scan: Statement;
  #from = NaN;
  #to = NaN;
  #size = 0;
  #first = Infinity;
  #last = 0;

  constructor(db: Database) {
    this.#scan = db.prepare('SELECT min(seq) AS first, max(seq) AS last FROM times WHERE seq > @after AND at BETWEEN @from AND @to');
  }

  /** Between which receipts all of that time are; null where there are none. Asked again, only what was added is read. */
  of({ from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER }: Query, size: number): Bounds | null {
    if (from !== this.#from || to !== this.#to) [this.#from, this.#to, this.#size, this.#first, this.#last] = [from, to, 0, Infinity, 0];
    if (size > this.#size) this.#extend(size);
    return this.#last === 0 ? null : { from, to, first: this.#first, last: this.#last };
  }

  #extend(size: number): void {
    const { first, last } = this.#scan.get({ after: this.#size, from: this.#from, to: this.#to }) as { first: number | null; last: number | null };
    this.#size = size;
    if (first !== null) this.#first = Math.min(this.#first, first);
    if (last !== null) this.#last = last;
  }
}

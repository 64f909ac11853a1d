import type { Database, Statement } from 'better-sqlite3';
import type { Entry } from './entry.ts';
import { hasTime, type Query } from './query.ts';
import { fieldToken, idsBeginning, tokensOf, wordToken } from './tokens.ts';
import { TimeBounds } from './time-bounds.ts';
import { isId } from './words.ts';

/** Which part of the answers is wanted: newest first, older than `before`. */
export interface Page {
  readonly before?: number;
  readonly limit: number;
}

/** How far the index is, and by which leaf it knows the ledger again. */
export interface SizeMark {
  readonly size: number;
  readonly leaf: Buffer | null;
}

/** Beyond this, it is enough to know that there are more. */
export const mostCounted = 10_000;

/** Beginnings this short are kept in the index themselves. */
const keptBeginning = 3;
/** A longer one stands for the words that are known to begin so, where these are few. */
const mostWords = 64;
const lastSign = '\u{10ffff}';

/** What is stored is not what an index can hold. */
export class IndexDamagedError extends Error {
  override name = 'IndexDamagedError';
}

/** Everything that receipts are found by, in a database of its own. All of it can be made again from the ledger. */
export class SearchIndex {
  readonly #db: Database;
  readonly #bounds: TimeBounds;
  readonly #beginning: Statement;
  readonly #readMark: () => SizeMark;
  readonly #write: (entries: readonly Entry[], leaf: Buffer) => void;
  #mark: SizeMark;

  constructor(db: Database) {
    this.#db = db;
    this.#bounds = new TimeBounds(db);
    this.#beginning = db.prepare('SELECT word FROM vocabulary WHERE word >= ? AND word < ? LIMIT ?').pluck();
    this.#readMark = readingMark(db);
    this.#mark = this.#readMark();
    this.#write = writing(db);
  }

  get mark(): SizeMark {
    return this.#mark;
  }

  /** The receipts that follow, with the leaf of the last of them: all become part of the index and of its mark, or none. */
  add(entries: readonly Entry[], leaf: Buffer): void {
    this.#write(entries, leaf);
    this.#mark = this.#readMark();
  }

  find(query: Query, { before = Number.MAX_SAFE_INTEGER, limit }: Page): readonly number[] {
    const plan = this.#planOf(query);
    if (!plan) return [];
    return this.#db.prepare(`${plan.sql} AND ${plan.seq} < @before ORDER BY ${plan.seq} DESC LIMIT @limit`).pluck().all({ ...plan.values, before, limit }) as number[];
  }

  /** How many there are, but no more than one beyond `mostCounted`. */
  count(query: Query): number {
    const plan = this.#planOf(query);
    return plan ? Number(this.#db.prepare(`SELECT count(*) FROM (${plan.sql} LIMIT ${mostCounted + 1})`).pluck().get(plan.values)) : 0;
  }

  close(): void {
    this.#db.close();
  }

  #planOf(query: Query) {
    const match = this.#matchOf(query);
    const bounds = hasTime(query) ? this.#bounds.of(query, this.#mark.size) : undefined;
    if (match === null || bounds === null) return undefined;
    const values = { ...(match !== '' && { match }), ...bounds };
    if (match === '') return { seq: 'seq', values, sql: `SELECT seq FROM times WHERE ${bounds ? 'seq BETWEEN @first AND @last AND at BETWEEN @from AND @to' : 'true'}` };
    const inTime = bounds ? 'AND rowid BETWEEN @first AND @last AND (SELECT at FROM times WHERE seq = texts.rowid) BETWEEN @from AND @to' : '';
    return { seq: 'rowid', values, sql: `SELECT rowid FROM texts WHERE texts MATCH @match ${inTime}` };
  }

  /** The full-text expression; null where nothing can fit it. */
  #matchOf({ fields, beginnings, isVoid }: Query): string | null {
    const parts = [...fields.map((named) => `"${fieldToken(named)}"`), ...beginnings.map((beginning) => this.#anyBeginning(beginning))];
    return isVoid || parts.includes('') ? null : parts.join(' AND ');
  }

  #anyBeginning(beginning: string): string {
    const ids = idsBeginning(beginning);
    const words = this.#wordsBeginning(beginning);
    const any = [...words, ...(ids ? [ids] : [])];
    return any.length > 1 ? `(${any.join(' OR ')})` : (any[0] ?? '');
  }

  /** Reading all that is under a few whole words costs nothing until it is read; under a beginning it is gathered first. */
  #wordsBeginning(beginning: string): readonly string[] {
    if ([...beginning].length <= keptBeginning) return [`"${beginning}"*`];
    const words = this.#beginning.all(beginning, beginning + lastSign, mostWords + 1) as string[];
    return words.length > mostWords ? [`"${beginning}"*`] : words.map((word) => `"${wordToken(word)}"`);
  }
}

function readingMark(db: Database): () => SizeMark {
  const read = db.prepare('SELECT size, leaf FROM mark');
  return () => {
    const mark = read.get() as SizeMark | undefined;
    if (!mark) throw new IndexDamagedError('The index does not say how far it is.');
    return mark;
  };
}

function writing(db: Database): (entries: readonly Entry[], leaf: Buffer) => void {
  const text = db.prepare('INSERT INTO texts (rowid, tokens) VALUES (?, ?)');
  const time = db.prepare('INSERT INTO times (seq, at) VALUES (?, ?)');
  const word = db.prepare('INSERT INTO vocabulary (word) VALUES (?) ON CONFLICT DO NOTHING');
  const mark = db.prepare('UPDATE mark SET size = ?, leaf = ?');
  return db.transaction((entries: readonly Entry[], leaf: Buffer) => {
    const words = new Set<string>();
    for (const entry of entries) {
      text.run(entry.seq, tokensOf(entry));
      time.run(entry.seq, entry.at);
      for (const each of entry.words) if (!isId(each)) words.add(each);
    }
    for (const each of words) word.run(each);
    mark.run(entries.at(-1)?.seq, leaf);
  }).immediate;
}

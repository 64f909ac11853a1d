import Database from 'better-sqlite3';
import type { Operation } from '../../../../shared/operations.ts';
import type { Intent, Receipt } from '../../../../shared/receipt.ts';
import { openReader } from '../open-reader.ts';
import { entryOf, unreadableEntry, type Entry } from './entry.ts';

interface Row {
  readonly seq: number;
  readonly bytes: Buffer;
}

export interface Batch {
  readonly entries: readonly Entry[];
  /** Of the last one. */
  readonly leaf: Buffer;
}

/** The ledger as the index sees it, for as long as one look takes: a reader that stays would keep its log from being cleared. */
export class LedgerReader {
  readonly #db: Database.Database;

  private constructor(db: Database.Database) {
    this.#db = db;
  }

  static look<Value>(file: string, look: (ledger: LedgerReader) => Value): Value {
    const db = openReader(Database, file);
    try {
      return look(new LedgerReader(db));
    } finally {
      db.close();
    }
  }

  get size(): number {
    return Number(this.#db.prepare('SELECT coalesce(max(seq), 0) FROM receipts').pluck().get());
  }

  leafAt(seq: number): Buffer | undefined {
    return this.#db.prepare('SELECT leaf FROM receipts WHERE seq = ?').pluck().get(seq) as Buffer | undefined;
  }

  /** Up to so many receipts after one, without a gap. */
  batch(after: number, most: number): Batch | undefined {
    const rows = this.#db.prepare('SELECT seq, bytes FROM receipts WHERE seq > ? ORDER BY seq LIMIT ?').all(after, most) as Row[];
    const leaf = this.leafAt(rows.at(-1)?.seq ?? 0);
    const operationOf = this.#operations();
    return leaf && { entries: rows.map((row) => toEntry(row, operationOf)), leaf };
  }

  /** By the attempt’s intent. */
  #operations(): (attempt: string) => Operation | undefined {
    const intent = this.#db.prepare("SELECT bytes FROM receipts WHERE attempt = ? AND kind = 'intent'").pluck();
    return (attempt) => {
      const bytes = intent.get(attempt) as Buffer | undefined;
      return bytes && (receiptIn(bytes).body as Intent).operation;
    };
  }
}

function toEntry({ seq, bytes }: Row, operationOf: (attempt: string) => Operation | undefined): Entry {
  try {
    const receipt = receiptIn(bytes);
    return receipt.seq === seq ? entryOf(receipt, operationIn(receipt, operationOf)) : unreadableEntry(seq);
  } catch (error) {
    // Whatever it is that makes no sense: the ledger’s own reader names it, and verification does.
    if (error instanceof Error) return unreadableEntry(seq);
    throw error;
  }
}

function operationIn({ body }: Receipt, operationOf: (attempt: string) => Operation | undefined): Operation | undefined {
  if (body.kind === 'intent') return body.operation;
  return body.kind === 'settlement' ? operationOf(body.attempt) : undefined;
}

/** Not checked against its schema: whoever is answered with a receipt reads it from the ledger and checks it then. */
const receiptIn = (bytes: Buffer): Receipt => JSON.parse(bytes.toString('utf8')) as Receipt;

import { randomBytes } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import { canonicalText } from '../../../shared/canonical.ts';
import type { Digest, ReceiptId } from '../../../shared/ids.ts';
import { instantOf } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { parseReceipt, type Receipt } from '../../../shared/receipt.ts';
import { packPeaks, rootOf, withLeaf, type CompactRange } from './compact-range.ts';
import { digestOfText, leafHash } from './digest.ts';
import { readFrontier } from './frontier.ts';
import type { Entry } from './journal.ts';
import { LedgerNotWritableError } from './ledger-errors.ts';

type Statements = { readonly insert: Statement; readonly moveFrontier: Statement; readonly keep: Statement; readonly document: Statement };

/** The receipts in their database, and nothing about what they mean. */
export class Ledger {
  readonly db: Database;
  readonly #now: () => number;
  readonly #statements: Statements;
  #range: CompactRange;
  #latched: unknown = undefined;

  /** `db` is open, migrated, and this process is its one writer. */
  constructor(db: Database, now: () => number = Date.now) {
    this.db = db;
    this.#now = now;
    this.#statements = {
      insert: db.prepare(`
        INSERT INTO receipts (seq, bytes, leaf, kind, attempt, binding, approval)
        VALUES (@seq, @bytes, @leaf, @kind, @attempt, @binding, @approval)`),
      moveFrontier: db.prepare('UPDATE frontier SET size = @size, peaks = @peaks'),
      keep: db.prepare('INSERT INTO documents (digest, text) VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text WHERE text <> excluded.text'),
      document: db.prepare('SELECT text FROM documents WHERE digest = ?').pluck(),
    };
    this.#range = readFrontier(db);
  }

  get size(): number {
    return this.#range.size;
  }

  get root(): Uint8Array {
    return rootOf(this.#range);
  }

  get writable(): boolean {
    return this.#latched === undefined;
  }

  /** Durable when it returns. A failure latches: nothing more is written until the ledger is opened anew. */
  append(entry: Entry): Receipt {
    this.#refuseWhenLatched();
    const receipt = this.#sealed(entry);
    const bytes = Buffer.from(canonicalText(receipt as unknown as Json), 'utf8');
    const leaf = leafHash(bytes);
    const range = withLeaf(this.#range, leaf);
    this.#write(() => {
      this.#statements.insert.run({ seq: receipt.seq, bytes, leaf, ...derivedColumns(receipt) });
      this.#statements.moveFrontier.run({ size: range.size, peaks: packPeaks(range) });
    });
    this.#range = range;
    return receipt;
  }

  keep(document: Json): Digest {
    this.#refuseWhenLatched();
    const text = canonicalText(document);
    const digest = digestOfText(text);
    this.#write(() => this.#statements.keep.run(digest, text));
    return digest;
  }

  /** The document with this digest; one whose text was changed since is not it. */
  document(digest: Digest): Json | undefined {
    const text = this.#statements.document.get(digest);
    return typeof text === 'string' && digestOfText(text) === digest ? (JSON.parse(text) as Json) : undefined;
  }

  close(): void {
    this.db.close();
  }

  #sealed(entry: Entry): Receipt {
    return parseReceipt({
      v: 1,
      seq: this.#range.size + 1,
      id: randomBytes(16).toString('hex') as ReceiptId,
      at: instantOf(this.#now()),
      ...entry,
    });
  }

  #write(change: () => void): void {
    try {
      this.db.transaction(change).immediate();
    } catch (cause) {
      this.#latched = cause;
      throw new LedgerNotWritableError(`The ledger could not be written (${reasonOf(cause)}), so no effect is started. Mend that, then open the console again.`, { cause });
    }
  }

  #refuseWhenLatched(): void {
    if (this.#latched !== undefined) throw new LedgerNotWritableError('The ledger takes no writes since an earlier one failed. Open the console again.', { cause: this.#latched });
  }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** The columns that search uses, from the receipt alone. */
export function derivedColumns({ about, approval, body }: Receipt) {
  return {
    kind: body.kind,
    attempt: 'attempt' in body ? body.attempt : null,
    binding: 'binding' in about ? about.binding : null,
    approval: approval ?? null,
  };
}

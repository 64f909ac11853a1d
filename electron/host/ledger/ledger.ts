import { randomBytes } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import { canonicalText } from '../../../shared/canonical.ts';
import type { Digest, ReceiptId } from '../../../shared/ids.ts';
import { instantOf } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { parseReceipt, type Receipt } from '../../../shared/receipt.ts';
import { packPeaks, rootOf, unpackRange, withLeaf, type CompactRange } from './compact-range.ts';
import { digestOf, leafHash } from './digest.ts';
import type { Entry } from './journal.ts';
import { LedgerDamagedError, LedgerNotWritableError } from './ledger-errors.ts';

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
      keep: db.prepare('INSERT INTO documents (digest, text) VALUES (?, ?) ON CONFLICT DO NOTHING'),
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
    const digest = digestOf(document);
    this.#write(() => this.#statements.keep.run(digest, canonicalText(document)));
    return digest;
  }

  document(digest: Digest): Json | undefined {
    const text = this.#statements.document.get(digest);
    return typeof text === 'string' ? (JSON.parse(text) as Json) : undefined;
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
      throw new LedgerNotWritableError('The ledger could not be written, so no effect is started. Free the disk or mend the folder, then open the console again.', { cause });
    }
  }

  #refuseWhenLatched(): void {
    if (this.#latched !== undefined) throw new LedgerNotWritableError('The ledger takes no writes since an earlier one failed. Open the console again.', { cause: this.#latched });
  }
}

/** The columns that search uses, from the receipt alone. */
export function derivedColumns({ about, approval, body }: Receipt) {
  return {
    kind: body.kind,
    attempt: 'attempt' in body ? body.attempt : null,
    binding: 'binding' in about ? about.binding : null,
    approval: approval ?? null,
  };
}

export function readFrontier(db: Database): CompactRange {
  const row = db.prepare('SELECT size, peaks FROM frontier').get() as { size: number; peaks: Buffer } | undefined;
  if (!row) throw new LedgerDamagedError('The ledger has no frontier row.');
  return unpackRange(row.size, row.peaks);
}

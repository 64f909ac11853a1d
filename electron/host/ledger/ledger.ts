import type { Database, Statement } from 'better-sqlite3';
import { canonicalText } from '../../../shared/canonical.ts';
import { faultText } from '../../../shared/error-code.ts';
import type { Digest } from '../../../shared/ids.ts';
import { instantOf } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { parseReceipt, type Receipt } from '../../../shared/receipt.ts';
import { rootOf, withLeaf, type CompactRange } from './compact-range.ts';
import { digestOfText, leafHash } from './digest.ts';
import { readFrontier } from './frontier.ts';
import type { Entry } from './journal.ts';
import { LedgerNotWritableError } from './ledger-errors.ts';
import { freshReceiptId } from './receipt-ids.ts';
import { fanOut, fillingSubtrees } from './subtrees.ts';

/** A receipt as it is stored. */
export interface Sealed {
  readonly receipt: Receipt;
  readonly bytes: Buffer;
  readonly leaf: Buffer;
}

interface KeptDocument {
  readonly digest: Digest;
  readonly text: string;
}

interface Change {
  readonly documents: readonly KeptDocument[];
  readonly receipts: readonly Sealed[];
  /** The tree with those receipts. */
  readonly range: CompactRange;
}

/** Why nothing is written any more. */
interface Latch {
  readonly cause: unknown;
  readonly says: string;
}

/** The receipts in their database, and nothing about what they mean. */
export class Ledger {
  readonly db: Database;
  readonly #now: () => number;
  readonly #commit: (change: Change) => void;
  readonly #document: Statement;
  #range: CompactRange;
  #latch: Latch | undefined;
  #onLatch: () => void = () => undefined;

  /** `db` is open, migrated, and this process is its one writer, unless it is latched from the start. */
  constructor(db: Database, now: () => number = Date.now, latch?: Latch) {
    this.db = db;
    this.#now = now;
    this.#latch = latch;
    this.#commit = committing(db);
    this.#document = db.prepare('SELECT text FROM documents WHERE digest = ?').pluck();
    this.#range = readFrontier(db);
  }

  /** One that is only read: every append is refused because of `why`. */
  static readOnly(db: Database, why: unknown): Ledger {
    return new Ledger(db, Date.now, { cause: why, says: faultText(why) });
  }

  get size(): number {
    return this.#range.size;
  }

  get root(): Uint8Array {
    return rootOf(this.#range);
  }

  get writable(): boolean {
    return this.#latch === undefined;
  }

  /** Why nothing is written any more; undefined while it is. */
  get latchedBy(): unknown {
    return this.#latch?.cause;
  }

  /** Told when a failed write ends all writing. */
  onLatch(listener: () => void): void {
    this.#onLatch = listener;
  }

  /** Durable when it returns. A failure latches: nothing more is written until the ledger is opened anew. */
  append(entry: Entry, documents: readonly Json[] = []): Receipt {
    this.#refuseWhenLatched();
    const sealed = this.#sealed(entry, this.#range.size + 1);
    this.#write({ documents: documents.map(toKept), receipts: [sealed], range: withLeaf(this.#range, sealed.leaf) });
    return sealed.receipt;
  }

  /** All of them, or none. */
  appendAll(entries: readonly Entry[], documents: readonly Json[] = []): readonly Receipt[] {
    this.#refuseWhenLatched();
    const receipts = entries.map((entry, index) => this.#sealed(entry, this.#range.size + 1 + index));
    const range = receipts.reduce((grown, { leaf }) => withLeaf(grown, leaf), this.#range);
    this.#write({ documents: documents.map(toKept), receipts, range });
    return receipts.map(({ receipt }) => receipt);
  }

  keep(document: Json): Digest {
    this.#refuseWhenLatched();
    const kept = toKept(document);
    this.#write({ documents: [kept], receipts: [], range: this.#range });
    return kept.digest;
  }

  /** The document with this digest; one whose text was changed since is not it. */
  document(digest: Digest): Json | undefined {
    const text = this.#document.get(digest);
    return typeof text === 'string' && digestOfText(text) === digest ? (JSON.parse(text) as Json) : undefined;
  }

  close(): void {
    this.db.close();
  }

  #sealed(entry: Entry, seq: number): Sealed {
    const receipt = parseReceipt({ v: 1, seq, id: freshReceiptId(), at: instantOf(this.#now()), ...entry });
    const bytes = Buffer.from(canonicalText(receipt as unknown as Json), 'utf8');
    return { receipt, bytes, leaf: leafHash(bytes) };
  }

  #write(change: Change): void {
    try {
      this.#commit(change);
    } catch (cause) {
      this.#latch = { cause, says: 'The ledger takes no writes since an earlier one failed. Mend what stands in the way, then try again.' };
      this.#onLatch();
      throw new LedgerNotWritableError(`The ledger could not be written (${faultText(cause)}), so no effect is started. Mend that, then try again.`, { cause });
    }
    this.#range = change.range;
  }

  #refuseWhenLatched(): void {
    if (this.#latch) throw new LedgerNotWritableError(this.#latch.says, { cause: this.#latch.cause });
  }
}

/** Everything of a change in one transaction, prepared once; a receipt alone is a transaction of its own. */
function committing(db: Database): (change: Change) => void {
  const keep = db.prepare('INSERT INTO documents (digest, text) VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text WHERE text <> excluded.text');
  const insert = db.prepare(insertReceipt);
  const fillSubtrees = fillingSubtrees(db);
  const write = (sealed: Sealed): unknown => insert.run(rowOf(sealed));
  const together = db.transaction(({ documents, receipts, range }: Change) => {
    for (const { digest, text } of documents) keep.run(digest, text);
    for (const sealed of receipts) write(sealed);
    if (fillsSubtree(range.size, receipts.length)) fillSubtrees();
  }).immediate;
  return (change) => {
    const [only, ...others] = change.receipts;
    if (only && others.length === 0 && change.documents.length === 0 && !fillsSubtree(change.range.size, 1)) write(only);
    else together(change);
  };
}

/** Whether a tree that has grown to this size by so many leaves has filled a subtree that is kept. */
const fillsSubtree = (size: number, leaves: number): boolean => size % fanOut < leaves;

function toKept(document: Json): KeptDocument {
  const text = canonicalText(document);
  return { digest: digestOfText(text), text };
}

export const insertReceipt = 'INSERT INTO receipts (seq, bytes, leaf, kind, attempt, approval) VALUES (?, ?, ?, ?, ?, ?)';

/** What `insertReceipt` takes: the receipt as it is hashed, and the columns that the database's own rules use. */
export const rowOf = ({ receipt: { seq, approval, body }, bytes, leaf }: Sealed): readonly unknown[] => [seq, bytes, leaf, body.kind, 'attempt' in body ? body.attempt : null, approval ?? null];

import type { Digest, Instant } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import type { Actor, Body, Receipt } from '../../../shared/receipt.ts';
import type { Ref } from '../../../shared/reference.ts';
import type { World } from '../../../shared/world.ts';

export interface Entry {
  readonly actor: Actor;
  readonly about: Ref;
  readonly body: Body;
  readonly engineAt?: Instant;
}

/** The one way to write: what is appended is durable when `append` returns, and the world is folded from it. */
export interface Journal {
  /** The fold of every receipt so far. A new value after each append. */
  readonly world: World;
  /** This process's epoch: strictly later than that of every process before it. */
  readonly epoch: number;
  /**
   * With the documents that it names by digest: all of it is durable then, or none. Throws LedgerNotWritableError once an
   * append has failed: effects stop until the ledger is opened anew.
   */
  append(entry: Entry, documents?: readonly Json[]): Receipt;
  /** Several at once, as one append: what one reading showed. */
  appendAll(entries: readonly Entry[], documents?: readonly Json[]): readonly Receipt[];
  /** Keeps a document beside the ledger, by the digest of its canonical text. It may be forgotten later; the digest stays. */
  keep(document: Json): Digest;
  document(digest: Digest): Json | undefined;
  readonly writable: boolean;
}

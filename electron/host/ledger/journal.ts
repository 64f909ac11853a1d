import type { Digest, Instant } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import type { Actor, Body, Receipt } from '../../../shared/receipt.ts';
import type { Ref } from '../../../shared/reference.ts';
import type { World } from '../../../shared/world.ts';

export interface Entry {
  readonly actor: Actor;
  readonly about: Ref;
  readonly body: Body;
  /** The nonce of the approval that this uses up. */
  readonly approval?: string;
  readonly engineAt?: Instant;
}

/** The one way to write: what is appended is durable when `append` returns, and the world is folded from it. */
export interface Journal {
  /** The fold of every receipt so far. A new value after each append. */
  readonly world: World;
  /** Strictly later than that of every process before this one, and than every one it took before. */
  readonly epoch: number;
  /** Takes a strictly later epoch: what was open before can be closed under it. Throws LedgerNotWritableError. */
  renewEpoch(): void;
  /** Whether an approval with this nonce was used already. */
  isApprovalUsed(nonce: string): boolean;
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

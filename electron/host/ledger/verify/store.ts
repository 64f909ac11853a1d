import type { StoredCheckpoint } from '../checkpoint-table.ts';
import type { Extent } from '../frontier.ts';
import type { ReadRows } from './readable.ts';
import type { ProofTable } from './store-report.ts';

/** A row as it is stored, and nothing of it believed. */
export interface StoredRow {
  readonly seq: number;
  readonly bytes: Buffer;
  readonly leaf: Buffer;
  /** The columns that are derived from the bytes, in one text. */
  readonly columns: Buffer;
}

/** A ledger to verify, wherever its rows come from. */
export interface Store {
  /** Without an end where that cannot be read. */
  readonly extent: Extent;
  /** In the order of their sizes. */
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly verifiers: readonly string[];
  /** By `subtreeName`; null of a version that keeps none, and where they cannot be read. */
  readonly subtrees: ReadonlyMap<string, Uint8Array> | null;
  /** What beside the receipts could not be read to its end. */
  readonly unread: readonly ProofTable[];
  /** In the order of their places, up to the extent's size. */
  rows(): AsyncIterable<ReadRows<StoredRow>>;
}

export const subtreeName = (level: number, position: number): string => `${level} ${position}`;

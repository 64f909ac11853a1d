import type { StoredCheckpoint } from '../checkpoint-table.ts';
import type { Extent } from '../frontier.ts';

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
  readonly extent: Extent;
  /** In the order of their sizes. */
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly verifiers: readonly string[];
  /** By `subtreeName`; null of a version that keeps none. */
  readonly subtrees: ReadonlyMap<string, Uint8Array> | null;
  /** In the order of their places, up to the extent's size. */
  rows(): AsyncIterable<readonly StoredRow[]>;
}

export const subtreeName = (level: number, position: number): string => `${level} ${position}`;

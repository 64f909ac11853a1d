import type { StoredCheckpoint } from '../checkpoint-table.ts';
import type { Extent } from '../frontier.ts';
import type { RowBlock } from './row-block.ts';
import type { ProofTable } from './store-report.ts';

export interface ReadBlock {
  readonly block: RowBlock;
  /** What comes after it cannot be read. */
  readonly isCutOff: boolean;
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
  blocks(): AsyncIterable<ReadBlock>;
}

export const subtreeName = (level: number, position: number): string => `${level} ${position}`;

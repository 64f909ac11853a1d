import { emptyRoot, nodeHash } from './digest.ts';

/**
 * The right edge of an RFC 6962 tree: the roots of its full subtrees, largest first, one per bit of the size.
 * Appending costs O(log n) hashes and never looks at earlier leaves.
 */
export interface CompactRange {
  readonly size: number;
  readonly peaks: readonly Uint8Array[];
}

export const emptyRange: CompactRange = { size: 0, peaks: [] };

export function withLeaf(range: CompactRange, leaf: Uint8Array): CompactRange {
  const peaks = [...range.peaks];
  let node = leaf;
  // Each trailing one bit of the size is a full subtree that the new leaf completes into a larger one.
  for (let size = range.size; size % 2 === 1; size = (size - 1) / 2) {
    const left = peaks.pop();
    if (!left) throw new RangeError(`a range of ${range.size} leaves has too few peaks`);
    node = nodeHash(left, node);
  }
  return { size: range.size + 1, peaks: [...peaks, node] };
}

export function rootOf({ peaks }: CompactRange): Uint8Array {
  return peaks.length === 0 ? emptyRoot : peaks.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), peaks.at(-1) ?? emptyRoot);
}

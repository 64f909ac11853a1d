import { emptyRoot, nodeHash } from './digest.ts';

const hashBytes = 32;

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

export const packPeaks = ({ peaks }: CompactRange): Buffer => Buffer.concat(peaks);

export function unpackRange(size: number, packed: Uint8Array): CompactRange {
  if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(`a tree cannot have ${size} leaves`);
  const count = countOnes(size);
  if (packed.length !== count * hashBytes) throw new RangeError(`a tree of ${size} leaves has ${count} peaks in ${count * hashBytes} bytes, not ${packed.length}`);
  return { size, peaks: Array.from({ length: count }, (_, index) => packed.subarray(index * hashBytes, (index + 1) * hashBytes)) };
}

const countOnes = (size: number): number => [...size.toString(2)].filter((bit) => bit === '1').length;

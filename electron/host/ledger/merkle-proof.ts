import { emptyRoot, nodeHash } from './digest.ts';

/** The root over the `count` leaves that start at `start` (RFC 6962, section 2.1). */
export type SubtreeRoot = (start: number, count: number) => Uint8Array;

export class ProofRangeError extends RangeError {
  override name = 'ProofRangeError';
}

/** The largest power of two below `size`, which is at least 2. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** PATH(index, D[size]): siblings from the leaf upwards, which with the leaf give the root. */
export function inclusionPath(subtree: SubtreeRoot, index: number, size: number): readonly Uint8Array[] {
  if (index < 0 || index >= size) throw new ProofRangeError(`leaf ${index} is not in a tree of ${size}`);
  const path: Uint8Array[] = [];
  let start = 0;
  let count = size;
  while (count > 1) {
    const split = splitOf(count);
    if (index - start < split) {
      path.unshift(subtree(start + split, count - split));
      count = split;
    } else {
      path.unshift(subtree(start, split));
      start += split;
      count -= split;
    }
  }
  return path;
}

/** The root that a leaf and its path lead to; null when the path has the wrong length for that place. */
export function rootFromInclusion(leaf: Uint8Array, index: number, size: number, path: readonly Uint8Array[]): Uint8Array | null {
  if (index < 0 || index >= size) return null;
  let node = leaf;
  let place = index;
  let last = size - 1;
  for (const sibling of path) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      node = nodeHash(sibling, node);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      node = nodeHash(node, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? node : null;
}

/** PROOF(from, D[to]): what shows that the tree of `to` leaves begins with that of `from`. */
export function consistencyPath(subtree: SubtreeRoot, from: number, to: number): readonly Uint8Array[] {
  if (from < 0 || from > to) throw new ProofRangeError(`a tree of ${to} leaves does not grow from one of ${from}`);
  return from === 0 || from === to ? [] : subproof(subtree, from, 0, to, true);
}

function subproof(subtree: SubtreeRoot, from: number, start: number, count: number, whole: boolean): readonly Uint8Array[] {
  if (from === count) return whole ? [] : [subtree(start, count)];
  const split = splitOf(count);
  return from <= split
    ? [...subproof(subtree, from, start, split, whole), subtree(start + split, count - split)]
    : [...subproof(subtree, from - split, start + split, count - split, false), subtree(start, split)];
}

interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the path shows that the later tree begins with the earlier one (RFC 9162, section 2.1.4.2). */
export function isConsistent(earlier: TreeHead, later: TreeHead, path: readonly Uint8Array[]): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === 0) return path.length === 0 && same(earlier.root, emptyRoot);
  if (earlier.size === later.size) return path.length === 0 && same(earlier.root, later.root);
  const steps = isPowerOfTwo(earlier.size) ? [earlier.root, ...path] : path;
  const roots = climb(steps, earlier.size - 1, later.size - 1);
  return roots !== null && same(roots.earlier, earlier.root) && same(roots.later, later.root);
}

function climb([first, ...steps]: readonly Uint8Array[], earlierLast: number, laterLast: number): { readonly earlier: Uint8Array; readonly later: Uint8Array } | null {
  if (!first) return null;
  let [place, last] = [earlierLast, laterLast];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  let [earlier, later] = [first, first];
  for (const step of steps) {
    if (last === 0) return null;
    if (place % 2 === 1 || place === last) {
      earlier = nodeHash(step, earlier);
      later = nodeHash(step, later);
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else {
      later = nodeHash(later, step);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? { earlier, later } : null;
}

const half = (value: number): number => Math.floor(value / 2);
const isPowerOfTwo = (size: number): boolean => Number.isInteger(Math.log2(size));
const same = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

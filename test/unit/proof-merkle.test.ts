import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { leafHash } from '../../electron/host/ledger/digest.ts';
import { consistencyPath, inclusionPath, isConsistent, rootFromInclusion, type SubtreeRoot } from '../../electron/host/ledger/merkle-proof.ts';

const hash = (...parts: Uint8Array[]): Buffer => parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest();

/** A second implementation, written from the definition and nothing else. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return hash();
  if (leaves.length === 1) return leaves[0] ?? hash();
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hash(Buffer.from([1]), naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}

const leavesOf = (count: number): Uint8Array[] => Array.from({ length: count }, (_, index) => leafHash(Buffer.from([index])));
const subtreeOf = (leaves: readonly Uint8Array[]): SubtreeRoot => (start, count) => naiveRoot(leaves.slice(start, start + count));

const published = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map((hex) => leafHash(Buffer.from(hex, 'hex')));
const hexes = (path: readonly Uint8Array[]): string[] => path.map((node) => Buffer.from(node).toString('hex'));
const rootOfFirst = (count: number): string => Buffer.from(naiveRoot(published.slice(0, count))).toString('hex');

describe('published proofs of RFC 6962', () => {
  test('the inclusion of entry 5 in 8', () => {
    expect(hexes(inclusionPath(subtreeOf(published), 5, 8))).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      rootOfFirst(4),
    ]);
  });

  test('the inclusion of entry 2 in 3', () => {
    expect(hexes(inclusionPath(subtreeOf(published), 2, 3))).toEqual([rootOfFirst(2)]);
  });

  test.each([
    [1, 8, ['96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7', '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e', '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4']],
    [6, 8, ['0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a', 'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0', rootOfFirst(4)]],
    [2, 5, ['5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e', 'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b']],
  ] as const)('the consistency of %i with %i', (from, to, path) => {
    expect(hexes(consistencyPath(subtreeOf(published), from, to))).toEqual(path);
  });
});

describe('every tree up to 33 leaves', () => {
  const leaves = leavesOf(33);
  const subtree = subtreeOf(leaves);

  test('shows the inclusion of each of its leaves, and of no other', () => {
    for (let size = 1; size <= 33; size += 1) {
      const root = Buffer.from(subtree(0, size));
      for (let index = 0; index < size; index += 1) {
        const path = inclusionPath(subtree, index, size);
        const leaf = leaves[index] ?? hash();
        expect(root.equals(rootFromInclusion(leaf, index, size, path) ?? hash())).toBe(true);
        expect(root.equals(rootFromInclusion(hash(Buffer.from('another')), index, size, path) ?? hash())).toBe(false);
        expect(rootFromInclusion(leaf, index, size, [...path, leaf])).toBeNull();
        if (path.length > 0) expect(root.equals(rootFromInclusion(leaf, index, size, path.slice(1)) ?? hash())).toBe(false);
      }
    }
  });

  test('shows its consistency with each smaller one, and with no fork of it', () => {
    for (let to = 1; to <= 33; to += 1) {
      for (let from = 0; from <= to; from += 1) {
        const path = consistencyPath(subtree, from, to);
        const earlier = { size: from, root: subtree(0, from) };
        const later = { size: to, root: subtree(0, to) };
        expect(isConsistent(earlier, later, path)).toBe(true);
        expect(isConsistent({ size: from, root: hash(Buffer.from('fork')) }, later, path)).toBe(false);
        // Every tree begins with the empty one.
        if (from > 0) expect(isConsistent(earlier, { size: to, root: hash(Buffer.from('fork')) }, path)).toBe(false);
        expect(isConsistent(earlier, later, [...path, hash()])).toBe(false);
        if (from > 0 && from < to) expect(isConsistent(later, earlier, path)).toBe(false);
      }
    }
  });
});

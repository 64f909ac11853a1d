import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyRange, rootOf, withLeaf, type CompactRange } from '../../electron/host/ledger/compact-range.ts';
import { digestOf, leafHash, startDigest } from '../../electron/host/ledger/digest.ts';

const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map((hex) => Buffer.from(hex, 'hex'));

const publishedRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const rangeOf = (leaves: readonly Buffer[]): CompactRange => leaves.reduce((range, entry) => withLeaf(range, leafHash(entry)), emptyRange);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const sequence = (length: number): Buffer[] => Array.from({ length }, (_, index) => Buffer.from(`entry ${index}`));

describe('the tree over the first entries of the published example (RFC 6962)', () => {
  test.each(publishedRoots.map((root, size) => ({ size, root })))('has the published root at size $size', ({ size, root }) => {
    expect(hexOf(rootOf(rangeOf(entries.slice(0, size))))).toBe(root);
  });
});

describe('a compact range of any size', () => {
  test('has the root that the definition’s own recursion gives', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), (size) => {
        expect(hexOf(rootOf(rangeOf(sequence(size))))).toBe(hexOf(naiveRoot(sequence(size))));
      }),
      { numRuns: 60 },
    );
  });

  test('keeps one peak for each bit of its size', () => {
    expect([0, 1, 2, 3, 7, 8, 255].map((size) => rangeOf(sequence(size)).peaks.length)).toEqual([0, 1, 1, 2, 3, 1, 8]);
  });

  test('leaves the range that it grew from as it was', () => {
    const three = rangeOf(sequence(3));
    const before = hexOf(rootOf(three));

    withLeaf(three, leafHash(Buffer.from('one more')));

    expect(hexOf(rootOf(three))).toBe(before);
  });
});

describe('a digest', () => {
  test('of a document is of its canonical text, whatever the order of its members', () => {
    const expected = `sha256:${createHash('sha256').update('{"a":1,"b":"é"}').digest('hex')}`;

    expect(digestOf({ b: 'é', a: 1 })).toBe(expected);
  });

  test('over pieces is the digest of the whole', () => {
    const pieces = startDigest();

    for (const piece of ['{"a":1,', '"b":"é"}']) pieces.add(Buffer.from(piece));

    expect(pieces.finish()).toBe(digestOf({ a: 1, b: 'é' }));
  });
});

/** RFC 6962, section 2.1, word for word: no range, no peaks. */
function naiveRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256();
  const [only] = leaves;
  if (leaves.length === 1 && only) return sha256(Buffer.from([0]), only);
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return sha256(Buffer.from([1]), naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}

const sha256 = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

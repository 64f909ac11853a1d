import type { Database } from 'better-sqlite3';
import type { CompactRange } from './compact-range.ts';
import { emptyRoot, nodeHash } from './digest.ts';
import { keptEvery } from './growing-tree.ts';
import { consistencyPath, inclusionPath, splitOf } from './merkle-proof.ts';
import { fanOut, hashAt, pyramidOf, readingHashes } from './subtrees.ts';

/** Blocks that are kept for a while: neighbouring receipts share all but the lowest parts of their paths. */
const keptBlocks = 16;

type Block = readonly (readonly Uint8Array[])[];

/**
 * The tree over the stored receipts: any proof at any size, out of a few blocks of 256 neighbouring hashes. It reads what is
 * stored and proves none of it: what it says is compared with something signed. Throws TreeIncompleteError.
 */
export class TreeReader {
  readonly #hashes: ReturnType<typeof readingHashes>;
  readonly #blocks = new Map<string, Block>();

  constructor(db: Database) {
    this.#hashes = readingHashes(db);
  }

  /** The root over the first `size` receipts. */
  rootAt(size: number): Uint8Array {
    return size === 0 ? emptyRoot : this.#subtree(0, size);
  }

  /** The right edge of the tree over the first `size` receipts. */
  rangeAt(size: number): CompactRange {
    const peaks: Uint8Array[] = [];
    let start = 0;
    for (let height = Math.floor(Math.log2(Math.max(size, 1))); height >= 0; height -= 1) {
      if (size - start < 2 ** height) continue;
      peaks.push(this.#fullSubtree(height, start / 2 ** height));
      start += 2 ** height;
    }
    return { size, peaks };
  }

  inclusion(index: number, size: number): readonly Uint8Array[] {
    return inclusionPath((start, count) => this.#subtree(start, count), index, size);
  }

  consistency(from: number, to: number): readonly Uint8Array[] {
    return consistencyPath((start, count) => this.#subtree(start, count), from, to);
  }

  #subtree(start: number, count: number): Uint8Array {
    const height = Math.log2(count);
    if (Number.isInteger(height)) return this.#fullSubtree(height, start / count);
    const split = splitOf(count);
    return nodeHash(this.#subtree(start, split), this.#subtree(start + split, count - split));
  }

  /** It stands in one block: the 256 hashes of the kept level below it that its neighbours stand on too. */
  #fullSubtree(height: number, position: number): Uint8Array {
    const level = Math.floor(height / keptEvery) * keptEvery;
    const above = height - level;
    const inBlock = fanOut / 2 ** above;
    const [number, place] = [Math.floor(position / inBlock), position % inBlock];
    return this.#blocks.get(nameOf(level, number))?.[above]?.[place] ?? hashAt(this.#read(level, number)[above] ?? [], place);
  }

  /** At the right edge a block is not full yet: each of its levels then has as many hashes as there are. */
  #read(level: number, number: number): Block {
    const block = pyramidOf(this.#hashes(level, number * fanOut, fanOut));
    this.#blocks.set(nameOf(level, number), block);
    const [oldest = ''] = this.#blocks.keys();
    if (this.#blocks.size > keptBlocks) this.#blocks.delete(oldest);
    return block;
  }
}

const nameOf = (level: number, number: number): string => `${level} ${number}`;

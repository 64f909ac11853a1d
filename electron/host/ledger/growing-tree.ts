import { emptyRange, rootOf, type CompactRange } from './compact-range.ts';
import { nodeHash } from './digest.ts';

/** A full subtree: the leaves from `position * 2 ** level` on, `2 ** level` of them. */
export interface Subtree {
  readonly level: number;
  readonly position: number;
  readonly hash: Uint8Array;
}

/** A compact range that grows in place, for whoever adds a million leaves and wants to see the subtrees that they fill. */
export class GrowingTree {
  readonly #peaks: Uint8Array[];
  #size: number;

  constructor({ size, peaks }: CompactRange = emptyRange) {
    this.#size = size;
    this.#peaks = [...peaks];
  }

  get size(): number {
    return this.#size;
  }

  get range(): CompactRange {
    return { size: this.#size, peaks: [...this.#peaks] };
  }

  get root(): Uint8Array {
    return rootOf({ size: this.#size, peaks: this.#peaks });
  }

  /** `filled` is told of the subtrees at levels 8, 16 and 24 that this leaf is the last one of. */
  add(leaf: Uint8Array, filled?: (subtree: Subtree) => void): void {
    let node = leaf;
    let level = 0;
    for (let size = this.#size; size % 2 === 1; size = (size - 1) / 2) {
      const left = this.#peaks.pop();
      if (!left) throw new RangeError(`a tree of ${this.#size} leaves has too few peaks`);
      node = nodeHash(left, node);
      level += 1;
      if (level % keptEvery === 0) filled?.({ level, position: (size - 1) / 2, hash: node });
    }
    this.#peaks.push(node);
    this.#size += 1;
  }
}

/** Every so many levels the full subtrees are kept: 256 hashes are what a proof reads at once. */
export const keptEvery = 8;

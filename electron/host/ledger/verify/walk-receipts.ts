import type { CompactRange } from '../compact-range.ts';
import { GrowingTree, type Subtree } from '../growing-tree.ts';
import type { Anchor } from './anchors.ts';
import { noHelpers, type BlockHelpers } from './block-helpers.ts';
import { lookAhead } from './look-ahead.ts';
import type { BlockLook } from './look-at-block.ts';
import { ReceiptRules } from './receipt-rules.ts';
import { bytesAt, leafAt, rowsIn, type RowBlock } from './row-block.ts';
import { subtreeName, type Store } from './store.ts';
import type { Finding } from './store-report.ts';

export interface Watch {
  /** Told now and then how many receipts were walked. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
  /** Who looks at receipts meanwhile; nobody where it is left out. */
  readonly helpers?: BlockHelpers;
}

export interface Walk {
  /** The tree of the receipts that hold. */
  readonly range: CompactRange;
  readonly installation: string | null;
  /** How many of the anchors, in their order, the tree passed through. */
  readonly passed: number;
  /** The first thing that does not hold; `anchor` where that is a root. */
  readonly finding?: Finding & { readonly anchor?: Anchor };
}

/** Checkpoints that the tree has to pass through, in the order of their sizes. */
export interface Waypoints {
  readonly list: readonly Anchor[];
  /** Asked where the tree does not: one that is itself at fault tells nothing of the receipts. */
  readonly isFaulty: (anchor: Anchor) => boolean;
}

export const noWaypoints: Waypoints = { list: [], isFaulty: () => false };

/** Recomputes every leaf and the whole tree, follows the rules among the receipts, and compares the tree with each anchor. */
export async function walkReceipts(store: Store, anchors: Waypoints, { onProgress, signal, helpers = noHelpers }: Watch): Promise<Walk> {
  const walker = new Walker(store, anchors);
  walker.comparePassed();
  for await (const { read, look } of lookAhead(store.blocks(), helpers)) {
    signal?.throwIfAborted();
    if (!walker.take(read.block, look)) return walker.walk();
    onProgress?.(walker.size);
    if (read.isCutOff) return walker.cutOff();
  }
  walker.finish();
  return walker.walk();
}

const unreadable = 'what is stored of it cannot be read';

class Walker {
  readonly #store: Store;
  readonly #anchors: readonly Anchor[];
  readonly #isFaulty: Waypoints['isFaulty'];
  readonly #tree = new GrowingTree();
  readonly #rules = new ReceiptRules();
  readonly #subtrees: Map<string, Uint8Array> | null;
  #passed = 0;
  #wrong: Subtree | undefined;
  #finding: Walk['finding'];

  constructor(store: Store, { list, isFaulty }: Waypoints) {
    this.#store = store;
    this.#anchors = list;
    this.#isFaulty = isFaulty;
    this.#subtrees = store.subtrees && new Map(store.subtrees);
  }

  get size(): number {
    return this.#tree.size;
  }

  walk(): Walk {
    return { range: this.#tree.range, installation: this.#rules.installation, passed: this.#passed, ...(this.#finding && { finding: this.#finding }) };
  }

  /** Whether all of them hold, and everything before them. */
  take(block: RowBlock, { scans, rule }: BlockLook): boolean {
    const held = rule === undefined ? rowsIn(block) : scans.length;
    for (let index = 0; index < held; index += 1) {
      const broken = this.#rules.brokenBy(scans.at(index), bytesAt(block, index));
      if (broken !== undefined) return this.#foundNext(broken);
      this.#tree.add(leafAt(block, index), this.#compareSubtree);
      if (this.#wrong) return this.#foundSubtree(this.#wrong);
      if (this.#anchors[this.#passed]?.checkpoint.size === this.size && !this.comparePassed()) return false;
    }
    return rule === undefined || this.#foundNext(rule);
  }

  /** Compares the tree, as it is now, with every anchor of its size. */
  comparePassed(): boolean {
    for (let anchor = this.#anchors[this.#passed]; anchor?.checkpoint.size === this.size; anchor = this.#anchors[this.#passed]) {
      if (Buffer.compare(anchor.checkpoint.root, this.#tree.root) !== 0 && !this.#isFaulty(anchor)) return this.#foundAnchor(anchor);
      this.#passed += 1;
    }
    return true;
  }

  /** The next one is in the file where it cannot be read. */
  cutOff(): Walk {
    this.#foundNext(unreadable);
    return this.walk();
  }

  /** Every receipt that was there holds: is there nothing else? */
  finish(): void {
    const { first, last } = this.#store.extent;
    const seq = this.size + 1;
    if (this.size < last) this.#found({ place: { kind: 'receipt', seq }, rule: Number.isFinite(last) ? 'the receipt is missing' : unreadable });
    else if (first < 1) this.#found({ place: { kind: 'receipt', seq: first }, rule: 'it is stored before the first one' });
    const [extra] = this.#subtrees?.keys() ?? [];
    if (!this.#finding && extra !== undefined) this.#found({ place: { kind: 'receipts', from: 1, to: this.size }, rule: 'a subtree is kept that they do not fill' });
  }

  /** Kept subtrees are taken out as they are found right, so that none is left over at the end. */
  readonly #compareSubtree = (subtree: Subtree): void => {
    if (!this.#subtrees) return;
    const name = subtreeName(subtree.level, subtree.position);
    const kept = this.#subtrees.get(name);
    if (!kept || Buffer.compare(kept, subtree.hash) !== 0) this.#wrong ??= subtree;
    this.#subtrees.delete(name);
  };

  #foundNext(rule: string): false {
    return this.#found({ place: { kind: 'receipt', seq: this.size + 1 }, rule });
  }

  #found(finding: Walk['finding']): false {
    this.#finding = finding;
    return false;
  }

  #foundSubtree({ level, position }: Subtree): false {
    const leaves = 2 ** level;
    return this.#found({ place: { kind: 'receipts', from: position * leaves + 1, to: (position + 1) * leaves }, rule: 'the subtree that is kept of them is not theirs' });
  }

  /** They are somewhere after the last anchor that the tree passed through. */
  #foundAnchor(anchor: Anchor): false {
    const from = (this.#anchors[this.#passed - 1]?.checkpoint.size ?? 0) + 1;
    const to = anchor.checkpoint.size;
    const signed = anchor.place.kind === 'checkpoint' ? `the checkpoint at ${to}` : anchor.place.name;
    return this.#found({ place: { kind: 'receipts', from: Math.min(from, to), to }, rule: `what is there is not what was there when ${signed} was signed`, anchor });
  }
}

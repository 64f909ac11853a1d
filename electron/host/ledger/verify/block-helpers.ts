import { availableParallelism } from 'node:os';
import type { RunningThread, SpawnThread } from '../threads/spawn-threads.ts';
import type { BlockLook } from './look-at-block.ts';
import { PackedScans } from './packed-scans.ts';
import type { RowBlock } from './row-block.ts';

export interface BlockRequest {
  readonly packed: Uint8Array<ArrayBuffer>;
  readonly places: Float64Array;
  readonly before: number;
}

export interface BlockAnswer {
  readonly scans: Float64Array;
  readonly rule: string | undefined;
}

/** Threads that look at blocks while whoever asked them goes on with others. */
export interface BlockHelpers {
  /** Null where all of them have enough to do. What is promised may be null too: the thread ended, and did not look. */
  look(block: RowBlock, before: number): Promise<BlockLook | null> | null;
  close(): void;
}

export const noHelpers: BlockHelpers = { look: () => null, close: () => undefined };

/** A thread takes longer to start than so many receipts to look at. */
const worthwhile = 20_000;
const mostHelpers = 3;

/** As many as there are processors beside the one that asks, where there is enough to look at. */
export function blockHelpers(spawn: SpawnThread, receipts: number): BlockHelpers {
  if (receipts < worthwhile) return noHelpers;
  return startHelpers(spawn, Math.min(mostHelpers, availableParallelism() - 1));
}

export function startHelpers(spawn: SpawnThread, count: number): BlockHelpers {
  const helpers = Array.from({ length: count }, () => new BlockHelper(spawn('block', null)));
  return {
    look: (block, before) => helpers.find((helper) => helper.hasTime)?.look(block, before) ?? null,
    close: () => {
      for (const helper of helpers) helper.stop();
    },
  };
}

/** So many blocks, and it need not wait for the next one. */
const blocksAtOnce = 4;

class BlockHelper {
  readonly #thread: RunningThread;
  #hasEnded = false;
  /** In the order in which they were asked, which is that of the answers. */
  readonly #asked: ((look: BlockLook | null) => void)[] = [];

  constructor(thread: RunningThread) {
    this.#thread = thread;
    thread.onMessage((message) => {
      const { scans, rule } = message as BlockAnswer;
      this.#asked.shift()?.({ scans: new PackedScans(scans), rule });
    });
    thread.onEnd(() => {
      this.#hasEnded = true;
      for (const answer of this.#asked.splice(0)) answer(null);
    });
  }

  get hasTime(): boolean {
    return !this.#hasEnded && this.#asked.length < blocksAtOnce;
  }

  look({ packed, places }: RowBlock, before: number): Promise<BlockLook | null> {
    return new Promise((resolve) => {
      this.#asked.push(resolve);
      this.#thread.send({ packed, places, before });
    });
  }

  stop(): void {
    this.#thread.stop();
  }
}

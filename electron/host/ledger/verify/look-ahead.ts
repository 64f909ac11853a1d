import type { BlockHelpers } from './block-helpers.ts';
import { lookAtBlock, type BlockLook } from './look-at-block.ts';
import { rowsIn, type RowBlock } from './row-block.ts';
import type { ReadBlock } from './store.ts';

/** So many blocks are read ahead of the one whose turn it is, at most. */
const farthest = 16;

interface Ahead {
  readonly read: ReadBlock;
  readonly look: Promise<BlockLook>;
}

export interface LookedBlock {
  readonly read: ReadBlock;
  readonly look: BlockLook;
}

/** Each block with what its rows show, in their order: some were looked at by helpers meanwhile, the others here. */
export async function* lookAhead(blocks: AsyncIterable<ReadBlock>, helpers: BlockHelpers): AsyncGenerator<LookedBlock> {
  const ahead: Ahead[] = [];
  let before = 0;
  for await (const read of blocks) {
    ahead.push({ read, look: lookAt(read.block, before, helpers) });
    before += rowsIn(read.block);
    if (ahead.length > farthest) yield* inTurn(ahead.splice(0, 1));
  }
  yield* inTurn(ahead);
}

/** A helper that ended before it looked is no reason not to know. */
async function lookAt(block: RowBlock, before: number, helpers: BlockHelpers): Promise<BlockLook> {
  return (await helpers.look(block, before)) ?? lookAtBlock(block, before);
}

async function* inTurn(ahead: readonly Ahead[]): AsyncGenerator<LookedBlock> {
  for (const { read, look } of ahead) yield { read, look: await look };
}

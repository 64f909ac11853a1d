import { parentPort } from 'node:worker_threads';
import type { BlockAnswer, BlockRequest } from './block-helpers.ts';
import { lookAtBlock } from './look-at-block.ts';

/** Looks at one block after the other, in the order in which they come. */
parentPort?.on('message', ({ packed, places, before }: BlockRequest) => {
  const { scans, rule } = lookAtBlock({ packed: Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength), places }, before);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage({ scans: scans.numbers, rule } satisfies BlockAnswer);
});

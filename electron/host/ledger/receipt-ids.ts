import { randomFillSync } from 'node:crypto';
import type { ReceiptId } from '../../../shared/ids.ts';

const idBytes = 16;
const pool = Buffer.alloc(256 * idBytes);
let used = pool.length;

/** 128 random bits. Asked of the system many at a time: one call for each would cost more than hashing the receipt. */
export function freshReceiptId(): ReceiptId {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += idBytes;
  return pool.toString('hex', used - idBytes, used) as ReceiptId;
}

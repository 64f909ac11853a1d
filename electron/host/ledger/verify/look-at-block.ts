import { leafHash } from '../digest.ts';
import { skipSame, skipText } from './canonical-bytes.ts';
import { PackedScans } from './packed-scans.ts';
import { bytesAt, columnsSpan, leafSpan, rowsIn, seqAt, type RowBlock, type Span } from './row-block.ts';
import { idDigits, scanReceipt, whyNoReceipt, type ScannedReceipt } from './scan-receipt.ts';

/** What rows show by themselves, whatever stands before them: most of what verifying costs, and any thread can do it. */
export interface BlockLook {
  /** Of the rows that hold by themselves, up to the first that does not. */
  readonly scans: PackedScans;
  /** What that one breaks. */
  readonly rule: string | undefined;
}

/** `before`: how many receipts come before the block. */
export function lookAtBlock(block: RowBlock, before: number): BlockLook {
  const count = rowsIn(block);
  const scans = PackedScans.for(count);
  for (let index = 0; index < count; index += 1) {
    const seen = lookAtRow(block, index, before + index + 1);
    if (typeof seen === 'string') return { scans: scans.upTo(index), rule: seen };
    scans.set(index, seen);
  }
  return { scans, rule: undefined };
}

/** What is read of the receipt, or the rule that it breaks. */
function lookAtRow(block: RowBlock, index: number, seq: number): ScannedReceipt | string {
  if (seqAt(block, index) !== seq) return 'the receipt is missing';
  const bytes = bytesAt(block, index);
  const leaf = leafSpan(block, index);
  if (leafHash(bytes).compare(block.packed, leaf.from, leaf.to) !== 0) return 'its bytes are not those that were hashed';
  const scan = scanReceipt(bytes);
  if (!scan) return whyNoReceipt(bytes);
  if (scan.seq !== seq) return 'its bytes name another place in the order';
  return hasColumns(block.packed, columnsSpan(block, index), scan, bytes) ? scan : 'a column differs from its bytes';
}

/** Whether the columns are those that the bytes give. */
function hasColumns(packed: Buffer, columns: Span, { kind, attempt, approval }: ScannedReceipt, bytes: Buffer): boolean {
  let at = skipText(packed, columns.from, kind);
  for (const id of [attempt, approval]) {
    at = skipText(packed, at, ' ');
    at = id < 0 ? skipText(packed, at, '-') : skipSame(packed, at, bytes, id, idDigits);
  }
  return at === columns.to;
}

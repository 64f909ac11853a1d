import { leafHash } from '../digest.ts';
import { GrowingTree } from '../growing-tree.ts';
import type { ReceiptRules } from '../verify/receipt-rules.ts';
import { scanReceipt, whyNoReceipt } from '../verify/scan-receipt.ts';
import type { Finding } from '../verify/store-report.ts';
import type { Watch } from '../verify/walk-receipts.ts';
import { brokenEntry, parsed, readText, type BundleHead } from './bundle-head.ts';
import { linesIn } from './bundle-lines.ts';
import { bundleNames } from './bundle-names.ts';
import { parseEdge } from './edge-text.ts';
import type { ZipReader } from './zip-reader.ts';

export interface LinesWalk {
  /** Those that hold. */
  readonly receipts: number;
  readonly finding?: Finding;
}

/**
 * An archive: every line is the next receipt, and the tree that they grow from its edge is the signed one. Only all of them
 * together show that, so none holds where it is not.
 */
export async function walkSegment(zip: ZipReader, { checkpoint }: BundleHead, rules: ReceiptRules, { onProgress, signal }: Watch): Promise<LinesWalk> {
  const text = await readText(zip, bundleNames.edge);
  const edge = text.ok ? parsed(() => parseEdge(text.value)) : undefined;
  if (!edge) return { receipts: 0, ...brokenBy(bundleNames.edge, 'it is not the edge of a tree') };
  const tree = new GrowingTree(edge);
  const from = edge.size + 1;
  const lines = linesIn(zip, bundleNames.receipts);
  for (let next = await lines.next(); ; next = await lines.next()) {
    signal?.throwIfAborted();
    if (next.done) return ended(tree, from, { checkpoint, isWhole: next.value });
    const rule = brokenLine(next.value, tree.size + 1, rules);
    if (rule !== undefined) return { receipts: 0, finding: { place: { kind: 'receipt', seq: tree.size + 1 }, rule } };
    tree.add(leafHash(next.value));
    onProgress?.(tree.size - edge.size);
  }
}

function ended(tree: GrowingTree, from: number, { checkpoint, isWhole }: Pick<BundleHead, 'checkpoint'> & { readonly isWhole: boolean }): LinesWalk {
  const { size } = tree;
  if (size < checkpoint.size) return { receipts: 0, finding: { place: { kind: 'receipt', seq: size + 1 }, rule: 'the receipt is missing' } };
  if (size > checkpoint.size) return { receipts: 0, finding: { place: { kind: 'receipt', seq: checkpoint.size + 1 }, rule: 'the checkpoint does not cover it' } };
  if (Buffer.compare(tree.root, checkpoint.root) !== 0) return { receipts: 0, finding: { place: { kind: 'receipts', from, to: size }, rule: 'with the tree before them they do not lead to what was signed' } };
  return isWhole ? { receipts: size - from + 1 } : { receipts: 0, ...brokenBy(bundleNames.receipts, 'its bytes are not those of its checksum') };
}

function brokenLine(bytes: Buffer, seq: number, rules: ReceiptRules): string | undefined {
  const scan = scanReceipt(bytes);
  if (!scan) return whyNoReceipt(bytes);
  return scan.seq === seq ? rules.brokenBy(scan, bytes) : 'its bytes name another place in the order';
}

function brokenBy(name: string, rule: string): { readonly finding?: Finding } {
  const broken = brokenEntry(name, rule);
  return broken.ok ? {} : { finding: broken.finding };
}

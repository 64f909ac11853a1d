import type { Database } from 'better-sqlite3';
import type { ReceiptProof } from '../../../shared/receipt-proof.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { lastCheckpoint } from './checkpoint-table.ts';
import { digestText, leafHash } from './digest.ts';
import { rootFromInclusion } from './merkle-proof.ts';
import type { StoredReceipt } from './receipt-pages.ts';
import { MalformedNoteError } from './signed-note.ts';
import { TreeIncompleteError } from './subtrees.ts';
import { tlogProofText } from './tlog-proof.ts';
import { TreeReader } from './tree-reader.ts';

/** A receipt's way to the newest checkpoint, tried before it is shown. Whose signature that bears is for verification to say. */
export function proofOf(db: Database, { seq, bytes }: Pick<StoredReceipt, 'seq' | 'bytes'>): ReceiptProof {
  const sealed = lastCheckpoint(db);
  if (!sealed || sealed.size < seq) return { state: 'not_covered' };
  try {
    const { size, root } = parseCheckpoint(sealed.note);
    const index = seq - 1;
    const path = new TreeReader(db).inclusion(index, size);
    const reached = rootFromInclusion(leafHash(bytes), index, size, path);
    if (!reached || Buffer.compare(reached, root) !== 0) return { state: 'broken', says: `Receipt ${seq} does not lead to what was signed over ${size} receipts.` };
    return { state: 'covered', size, root: digestText(root), path: path.map(digestText), text: tlogProofText({ index, path, checkpoint: sealed.note }) };
  } catch (error) {
    if (error instanceof TreeIncompleteError || error instanceof MalformedNoteError) return { state: 'broken', says: `What was signed over ${sealed.size} receipts cannot be compared: ${error.message}.` };
    throw error;
  }
}

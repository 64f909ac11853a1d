import type { Database } from 'better-sqlite3';
import { refusal } from '../../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../../shared/result.ts';
import { verifyCheckpoint, type Checkpoint } from '../checkpoint.ts';
import { keptVerifiers, lastCheckpoint } from '../checkpoint-table.ts';
import { MalformedNoteError, parseVerifier, type NoteVerifier } from '../signed-note.ts';
import { TreeIncompleteError } from '../subtrees.ts';
import { TreeReader } from '../tree-reader.ts';

/** What is shown to an outsider stands under this. */
export interface Sealed {
  readonly note: string;
  readonly checkpoint: Checkpoint;
  readonly verifier: NoteVerifier;
  readonly tree: TreeReader;
}

/** The newest checkpoint, if the ledger still is what it says. */
export function newestCheckpoint(db: Database): Result<Sealed> {
  const kept = lastCheckpoint(db);
  if (!kept) return refused(refusal('blocked', 'Nothing of the ledger is sealed yet, so nothing of it can be shown to an outsider.', 'Unlock the ledger’s key, then export again.'));
  const sealed = whereReadable(() => sealedBy(db, kept.note));
  return sealed ? ok(sealed) : refused(refusal('blocked', 'The ledger is not what its newest checkpoint says it was.', 'Verify the ledger to see what is still trustworthy.'));
}

/** Undefined where a checkpoint, its key or the tree that it is compared with cannot be read. */
export function whereReadable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedNoteError || error instanceof TreeIncompleteError) return undefined;
    throw error;
  }
}

function sealedBy(db: Database, note: string): Sealed | undefined {
  const verdict = verifyCheckpoint(note, keptVerifiers(db).map(parseVerifier));
  const verifier = verdict.kind === 'signed' ? verdict.by[0] : undefined;
  const { checkpoint } = verdict;
  const tree = new TreeReader(db);
  return verifier && Buffer.compare(tree.rootAt(checkpoint.size), checkpoint.root) === 0 ? { note, checkpoint, verifier, tree } : undefined;
}

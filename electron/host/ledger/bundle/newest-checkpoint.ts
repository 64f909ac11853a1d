import type { Database } from 'better-sqlite3';
import { refusal } from '../../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../../shared/result.ts';
import { parseCheckpoint, verifyCheckpoint, type Checkpoint } from '../checkpoint.ts';
import { keptVerifiers, lastCheckpoint } from '../checkpoint-table.ts';
import { parseVerifier, type NoteVerifier } from '../signed-note.ts';
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
  const checkpoint = parseCheckpoint(kept.note);
  const tree = new TreeReader(db);
  const verdict = verifyCheckpoint(kept.note, keptVerifiers(db).map(parseVerifier));
  const verifier = verdict.kind === 'signed' ? verdict.by[0] : undefined;
  const isShown = verifier && Buffer.compare(tree.rootAt(checkpoint.size), checkpoint.root) === 0;
  return isShown ? ok({ note: kept.note, checkpoint, verifier, tree }) : notItsCheckpoint;
}

const notItsCheckpoint = refused(refusal('blocked', 'The ledger is not what its newest checkpoint says it was.', 'Verify the ledger to see what is still trustworthy.'));

import type { Database } from 'better-sqlite3';
import { refusal } from '../../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../../shared/result.ts';
import { verifyCheckpoint } from '../checkpoint.ts';
import { allCheckpoints } from '../checkpoint-table.ts';
import { isConsistent } from '../merkle-proof.ts';
import type { ConsistencyProof } from './consistency-text.ts';
import { whereReadable, type Sealed } from './newest-checkpoint.ts';

export interface EarlierCheckpoint extends ConsistencyProof {
  readonly size: number;
}

/** So many of the newest, and as many of those before them. */
const mostOfEach = 256;

/**
 * That the ledger grew from what it was before, from each checkpoint that a reader may have kept: nobody knows which one that
 * is. Of a long ledger the oldest, the newest, and some of those between. One that another key signed says nothing here.
 */
export function earlierCheckpoints(db: Database, sealed: Sealed): Result<readonly EarlierCheckpoint[]> {
  const earlier: EarlierCheckpoint[] = [];
  for (const { size, note } of thinned(allCheckpoints(db).filter((one) => one.size < sealed.checkpoint.size))) {
    const verdict = whereReadable(() => verifyCheckpoint(note, [sealed.verifier]));
    if (verdict?.kind === 'unknown_signer') continue;
    const path = verdict?.kind === 'signed' && verdict.checkpoint.size === size ? whereReadable(() => sealed.tree.consistency(size, sealed.checkpoint.size)) : undefined;
    if (!verdict || !path || !isConsistent(verdict.checkpoint, sealed.checkpoint, path)) return refused(refusal('blocked', `The ledger did not grow from what its checkpoint at ${size} says it was.`, 'Verify the ledger to see what is still trustworthy.'));
    earlier.push({ size, path, earlier: note });
  }
  return ok(earlier);
}

export function thinned<Kept>(all: readonly Kept[]): readonly Kept[] {
  const newest = all.slice(-mostOfEach);
  const older = all.slice(0, -mostOfEach);
  const step = Math.max(1, older.length / mostOfEach);
  return [...Array.from({ length: Math.min(older.length, mostOfEach) }, (_, index) => older.slice(Math.floor(index * step), Math.floor(index * step) + 1)).flat(), ...newest];
}

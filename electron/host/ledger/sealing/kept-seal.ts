import type { Database } from 'better-sqlite3';
import type { LastSeal } from '../../../../shared/sealing.ts';
import { parseCheckpoint, verifyCheckpoint } from '../checkpoint.ts';
import { keptVerifiers, lastCheckpoint, type DatedCheckpoint } from '../checkpoint-table.ts';
import { digestText } from '../digest.ts';
import { MalformedNoteError } from '../signed-note.ts';
import { signersOf } from '../verify/signers.ts';

/** The newest checkpoint as it is kept, and what it says; null where somebody made it say nothing. */
export interface KeptSeal extends DatedCheckpoint {
  readonly seal: LastSeal | null;
}

export function keptSeal(db: Database): KeptSeal | undefined {
  const last = lastCheckpoint(db);
  return last && sealOf(last, keptVerifiers(db));
}

export function sealOf(checkpoint: DatedCheckpoint, verifiers: readonly string[]): KeptSeal {
  const { size, note, at } = checkpoint;
  const seal = readable(() => {
    const { root } = parseCheckpoint(note);
    const signer = signersOf(verifiers, []).find(({ verifier }) => verifyCheckpoint(note, [verifier]).kind === 'signed');
    return { size, at, root: digestText(root), signer: signer?.fingerprint ?? null };
  });
  return { ...checkpoint, seal };
}

function readable(read: () => LastSeal): LastSeal | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedNoteError) return null;
    throw error;
  }
}

/** Whether this key signed it. */
export const isSealedWith = (kept: KeptSeal, verifier: string): boolean => (sealOf(kept, [verifier]).seal?.signer ?? null) !== null;

import type { Database } from 'better-sqlite3';
import type { Digest } from '../../../../shared/ids.ts';
import type { LedgerHead } from '../../../../shared/inbox.ts';
import type { Json } from '../../../../shared/json.ts';
import { parseCheckpoint, verifyCheckpoint, type Checkpoint } from '../checkpoint.ts';
import { originOf } from '../checkpoint-signer.ts';
import { countCheckpoints, keptVerifiers, lastCheckpoint } from '../checkpoint-table.ts';
import { digestText } from '../digest.ts';
import { receiptAt } from '../receipt-pages.ts';
import { MalformedNoteError, parseVerifier, type NoteVerifier } from '../signed-note.ts';
import { TreeIncompleteError } from '../subtrees.ts';
import { TreeReader } from '../tree-reader.ts';
import { installationIn } from './installation.ts';
import { describeDoubt, doubtOf, type CustodyDoubt, type CustodyView } from './custody-doubt.ts';
import { readMarks, type Mark, type MarkFiles } from './mark-files.ts';

interface Looked {
  readonly says: string;
  readonly marks: readonly Mark[];
  /** What the store was when it was looked at. */
  readonly head: LedgerHead;
}

/** Whether the store is shown to be the whole of what was sealed. While it is not, no effect may start. */
export type Custody = Looked & ({ readonly state: 'proven' } | { readonly state: 'unproven'; readonly doubt: CustodyDoubt });

export interface CustodyQuestion {
  readonly db: Database;
  readonly size: number;
  readonly root: Uint8Array;
  readonly marks: MarkFiles;
  /** This ledger’s own public key, as it is published; absent while the key is locked: those kept in the store are asked then. */
  readonly verifier?: string;
}

/** Compares the store with both marks and its newest checkpoint, before anything is appended to it. Reads hundreds of rows, however long it is. */
export function proveCustody({ db, size, root, marks: files, verifier }: CustodyQuestion): Custody {
  const marks = readMarks(files);
  const looked = { marks, head: { size, root: digestText(root), at: receiptAt(db, size)?.at ?? null } };
  const doubt = doubtIn({ db, size, marks, verifiers: verifier === undefined ? keptVerifiers(db) : [verifier] });
  return doubt ? { state: 'unproven', doubt, says: describeDoubt(doubt), ...looked } : { state: 'proven', says: sayProven(marks), ...looked };
}

interface Store {
  readonly db: Database;
  readonly size: number;
  readonly marks: readonly Mark[];
  readonly verifiers: readonly string[];
}

function doubtIn(store: Store): CustodyDoubt | null {
  try {
    return doubtOf(viewOf(store));
  } catch (error) {
    if (error instanceof TreeIncompleteError || error instanceof RangeError || error instanceof SyntaxError) return { kind: 'incomplete', says: error.message };
    if (error instanceof MalformedNoteError) return { kind: 'checkpoint', size: lastCheckpoint(store.db)?.size ?? 0 };
    throw error;
  }
}

function viewOf({ db, size, marks, verifiers }: Store): CustodyView {
  const tree = new TreeReader(db);
  const installation = installationIn(db);
  const last = lastCheckpoint(db);
  const keys = verifiers.map(parseVerifier);
  return {
    size,
    marks,
    origin: installation === null ? null : originOf(installation),
    rootAt: (at) => tree.rootAt(at),
    isSigned: (note) => isSignedWith(note, keys),
    checkpoints: countCheckpoints(db),
    newest: last ? { note: last.note, checkpoint: parseCheckpoint(last.note) } : null,
  };
}

const isSignedWith = (note: string, keys: readonly NoteVerifier[]): boolean => verifyCheckpoint(note, keys).kind === 'signed';

function sayProven(marks: readonly Mark[]): string {
  const sizes = marks.flatMap((mark) => (mark.kind === 'present' ? [mark.checkpoint.size] : []));
  const shown = sizes.length === 0 ? 'Nothing was sealed yet.' : `The ledger, its marks and its newest checkpoint agree up to receipt ${Math.max(...sizes)}.`;
  return `${shown} ${blindSpot}`;
}

/** What no comparison can find, in words for whoever reads one. */
export const blindSpot = 'Receipts that were cut off the end before anything outside knew of them cannot be missed: nothing is left that tells of them.';

/** What an operator approves who goes on with a store that is not shown to be whole: the old marks and the new head. */
export function reanchorSubject({ says, marks, head }: Custody): Json {
  return { decision: 'reanchor', because: says, marks: marks.map(markSubject), head: { size: head.size, root: head.root } };
}

function markSubject(mark: Mark): Json {
  switch (mark.kind) {
    case 'present': return { place: mark.place, ...headOf(mark.checkpoint), note: mark.note };
    case 'missing': return { place: mark.place, missing: true };
    case 'unreadable': return { place: mark.place, unreadable: mark.says };
  }
}

const headOf = ({ size, root }: Checkpoint): { readonly size: number; readonly root: Digest } => ({ size, root: digestText(root) });

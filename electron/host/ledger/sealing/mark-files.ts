import { closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, readFileSync, realpathSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { codeOf, faultText } from '../../../../shared/error-code.ts';
import { parseCheckpoint, type Checkpoint } from '../checkpoint.ts';
import { sha256 } from '../digest.ts';
import { MalformedNoteError } from '../signed-note.ts';

/**
 * The high-water mark: the newest signed checkpoint, kept outside the database in two places, so that an older copy of one of
 * them, or of the database, does not go together with the rest.
 */
export interface MarkFiles {
  readonly data: string;
  readonly state: string;
}

export type MarkPlace = keyof MarkFiles;

export const markPlaces = ['data', 'state'] as const satisfies readonly MarkPlace[];

/** The one that does not go along with a copied data folder comes first: a cut between the two never looks like a copy. */
export const writingOrder = ['state', 'data'] as const satisfies readonly MarkPlace[];

export type Mark =
  | { readonly kind: 'present'; readonly place: MarkPlace; readonly file: string; readonly note: string; readonly checkpoint: Checkpoint }
  | { readonly kind: 'missing'; readonly place: MarkPlace; readonly file: string }
  | { readonly kind: 'unreadable'; readonly place: MarkPlace; readonly file: string; readonly says: string };

/** The mark beside a database, by its folder. */
export const markBeside = (dataFolder: string): string => path.join(dataFolder, 'ledger.mark');

/** The second one is named after the data folder and not after the ledger: a ledger that was swapped as a whole is missed too. */
export function markFiles(dataFolder: string, stateFolder: string): MarkFiles {
  const name = sha256(Buffer.from(realpathSync(dataFolder), 'utf8')).toString('hex').slice(0, 16);
  return { data: markBeside(dataFolder), state: path.join(stateFolder, `ledger-${name}.mark`) };
}

export const readMarks = (files: MarkFiles): readonly Mark[] => markPlaces.map((place) => readMark(place, files[place]));

function readMark(place: MarkPlace, file: string): Mark {
  try {
    const note = readFileSync(file, 'utf8');
    return { kind: 'present', place, file, note, checkpoint: parseCheckpoint(note) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { kind: 'missing', place, file };
    const says = error instanceof MalformedNoteError ? `it is not a signed checkpoint (${error.message})` : faultText(error);
    return { kind: 'unreadable', place, file, says };
  }
}

/** Durable, all at once, and for this account alone. */
export function writeMark(file: string, note: string): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  withFile(openSync(fresh, 'w', 0o600), (handle) => {
    // An older file of this name could have kept wider permissions.
    fchmodSync(handle, 0o600);
    writeSync(handle, note);
    fsyncSync(handle);
  });
  renameSync(fresh, file);
  if (process.platform !== 'win32') withFile(openSync(folder, 'r'), fsyncSync);
}

function withFile(handle: number, work: (handle: number) => void): void {
  try {
    work(handle);
  } finally {
    closeSync(handle);
  }
}


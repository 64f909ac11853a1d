import type { KeyObject } from 'node:crypto';
import { MalformedNoteError, parseNote, signNote, verifyNote, type NoteVerdict, type NoteVerifier } from './signed-note.ts';

/** C2SP tlog-checkpoint: what the ledger was at one moment. */
export interface Checkpoint {
  /** Schema-less and URL-like; also the name of the key that signs it. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

const rootBytes = 32;

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;

export const signCheckpoint = (checkpoint: Checkpoint, privateKey: KeyObject): string => signNote(checkpointText(checkpoint), checkpoint.origin, privateKey);

/** Reads a signed checkpoint without trusting it. Throws MalformedNoteError. */
export function parseCheckpoint(note: string): Checkpoint {
  const [origin, sizeText, rootText, ...rest] = parseNote(note).text.split('\n');
  if (origin === undefined || origin === '' || /[\s+]/u.test(origin)) throw new MalformedNoteError('a checkpoint begins with its origin');
  if (sizeText === undefined || !/^(0|[1-9]\d{0,15})$/.test(sizeText)) throw new MalformedNoteError('a checkpoint’s size is a decimal number without leading zeros');
  const root = Buffer.from(rootText ?? '', 'base64');
  if (root.length !== rootBytes || root.toString('base64') !== rootText || rest.length < 1) throw new MalformedNoteError('a checkpoint’s root is 32 bytes in base64');
  return { origin, size: Number(sizeText), root };
}

export type CheckpointVerdict = NoteVerdict & { readonly checkpoint: Checkpoint };

export function verifyCheckpoint(note: string, known: readonly NoteVerifier[]): CheckpointVerdict {
  const checkpoint = parseCheckpoint(note);
  // The key that signs a checkpoint has the origin's own name.
  return { ...verifyNote(parseNote(note), known.filter(({ name }) => name === checkpoint.origin)), checkpoint };
}

import { MalformedNoteError } from './signed-note.ts';

const hashBytes = 32;

/** A hash as a line of a text. */
export const hashLine = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');

/** Only what `hashLine` writes. Throws MalformedNoteError. */
export function parseHashLine(line: string): Uint8Array {
  const hash = Buffer.from(line, 'base64');
  if (hash.length !== hashBytes || hashLine(hash) !== line) throw new MalformedNoteError('a hash is a line of 32 bytes in base64');
  return hash;
}

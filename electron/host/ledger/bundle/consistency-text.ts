import { MalformedNoteError } from '../signed-note.ts';

/** That a tree begins with an earlier one, in one text: the hashes that show it, and the earlier signed checkpoint, verbatim. */
export interface ConsistencyProof {
  readonly path: readonly Uint8Array[];
  readonly earlier: string;
}

const header = 'bailiwick consistency v1';
const hashBytes = 32;
const longestPath = 128;

export const consistencyText = ({ path, earlier }: ConsistencyProof): string => [header, ...path.map((hash) => Buffer.from(hash).toString('base64')), '', earlier].join('\n');

/** Throws MalformedNoteError. */
export function parseConsistency(text: string): ConsistencyProof {
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  if (first !== header) throw new MalformedNoteError(`a consistency proof begins with ${header}`);
  if (lines.length > longestPath) throw new MalformedNoteError('a path longer than any tree is high');
  return { path: lines.map(parseHash), earlier: text.slice(end + 2) };
}

function parseHash(line: string): Uint8Array {
  const hash = Buffer.from(line, 'base64');
  if (hash.length !== hashBytes || hash.toString('base64') !== line) throw new MalformedNoteError('a path holds hashes of 32 bytes in base64');
  return hash;
}

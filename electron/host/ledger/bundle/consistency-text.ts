import { hashLine, parseHashLine } from '../hash-line.ts';
import { MalformedNoteError } from '../signed-note.ts';

/** That a tree begins with an earlier one, in one text: the hashes that show it, and the earlier signed checkpoint, verbatim. */
export interface ConsistencyProof {
  readonly path: readonly Uint8Array[];
  readonly earlier: string;
}

const header = 'bailiwick consistency v1';
const longestPath = 128;

export const consistencyText = ({ path, earlier }: ConsistencyProof): string => [header, ...path.map(hashLine), '', earlier].join('\n');

/** Throws MalformedNoteError. */
export function parseConsistency(text: string): ConsistencyProof {
  const end = text.indexOf('\n\n');
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  if (first !== header) throw new MalformedNoteError(`a consistency proof begins with ${header}`);
  if (lines.length > longestPath) throw new MalformedNoteError('a path longer than any tree is high');
  return { path: lines.map(parseHashLine), earlier: text.slice(end + 2) };
}

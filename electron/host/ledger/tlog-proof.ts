import { hashLine, parseHashLine } from './hash-line.ts';
import { MalformedNoteError } from './signed-note.ts';

/** C2SP tlog-proof: where one leaf is, its path, and the checkpoint it leads to, in one text. */
export interface TlogProof {
  /** Zero-based. */
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The signed checkpoint, verbatim. */
  readonly checkpoint: string;
}

const header = 'c2sp.org/tlog-proof@v1';
const longestPath = 63;

export function tlogProofText({ index, path, checkpoint }: TlogProof): string {
  return [header, `index ${index}`, ...path.map(hashLine), '', checkpoint].join('\n');
}

/** Throws MalformedNoteError. Extra data of other tools is passed over, never trusted. */
export function parseTlogProof(text: string): TlogProof {
  const end = text.indexOf('\n\n');
  if (end < 0) throw new MalformedNoteError('a proof has an empty line before its checkpoint');
  const [first, ...lines] = text.slice(0, end).split('\n');
  if (first !== header) throw new MalformedNoteError(`a proof begins with ${header}`);
  if (lines[0]?.startsWith('extra ')) lines.shift();
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '')?.[1];
  if (index === undefined) throw new MalformedNoteError('a proof names the index of its leaf');
  if (lines.length > longestPath) throw new MalformedNoteError('a path longer than any tree is high');
  return { index: Number(index), path: lines.map(parseHashLine), checkpoint: text.slice(end + 2) };
}

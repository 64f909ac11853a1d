import type { CompactRange } from '../compact-range.ts';
import { hashLine, parseHashLine } from '../hash-line.ts';
import { MalformedNoteError } from '../signed-note.ts';

const header = 'bailiwick edge v1';

/** The right edge of a tree in one text: how many receipts it covers, then the roots of its full subtrees, largest first. */
export const edgeText = ({ size, peaks }: CompactRange): string => [header, String(size), ...peaks.map(hashLine), ''].join('\n');

/** Throws MalformedNoteError. */
export function parseEdge(text: string): CompactRange {
  const [first, sizeText = '', ...lines] = text.split('\n');
  if (first !== header || lines.pop() !== '') throw new MalformedNoteError(`an edge begins with ${header} and ends with its last line`);
  const size = Number(sizeText);
  if (!Number.isSafeInteger(size) || String(size) !== sizeText || size < 0) throw new MalformedNoteError('an edge says how many receipts it covers');
  const count = [...size.toString(2)].filter((bit) => bit === '1').length;
  if (lines.length !== count) throw new MalformedNoteError(`a tree of ${size} receipts has ${count} full subtrees, not ${lines.length}`);
  return { size, peaks: lines.map(parseHashLine) };
}

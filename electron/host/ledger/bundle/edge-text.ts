import type { CompactRange } from '../compact-range.ts';
import { MalformedNoteError } from '../signed-note.ts';

const header = 'bailiwick edge v1';
const hashBytes = 32;

/** The right edge of a tree in one text: how many receipts it covers, then the roots of its full subtrees, largest first. */
export const edgeText = ({ size, peaks }: CompactRange): string => [header, String(size), ...peaks.map((hash) => Buffer.from(hash).toString('base64')), ''].join('\n');

/** Throws MalformedNoteError. */
export function parseEdge(text: string): CompactRange {
  const [first, sizeText = '', ...lines] = text.split('\n');
  if (first !== header || lines.pop() !== '') throw new MalformedNoteError(`an edge begins with ${header} and ends with its last line`);
  const size = Number(sizeText);
  if (!Number.isSafeInteger(size) || String(size) !== sizeText || size < 0) throw new MalformedNoteError('an edge says how many receipts it covers');
  const count = [...size.toString(2)].filter((bit) => bit === '1').length;
  if (lines.length !== count) throw new MalformedNoteError(`a tree of ${size} receipts has ${count} full subtrees, not ${lines.length}`);
  return { size, peaks: lines.map(parseHash) };
}

function parseHash(line: string): Uint8Array {
  const hash = Buffer.from(line, 'base64');
  if (hash.length !== hashBytes || hash.toString('base64') !== line) throw new MalformedNoteError('an edge holds hashes of 32 bytes in base64');
  return hash;
}

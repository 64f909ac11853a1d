import type { Entry } from './entry.ts';
import { isId } from './words.ts';

// The index's tokenizer takes ASCII letters and digits, and every sign beyond ASCII, for parts of a token. So one such sign
// in front keeps fields, ids and other words apart, and a token of the index is exactly one of these.
const fieldMark = '¤';
const idMark = '§';

/** Different fields have different tokens, whatever is in them. */
export const fieldToken = (named: string): string => `${fieldMark}${named.replace(/[^a-z0-9]/gu, (sign) => `${fieldMark}${sign.codePointAt(0)?.toString(16)}${fieldMark}`)}`;

export const wordToken = (word: string): string => (isId(word) ? `${idMark}${word}` : word);

export const tokensOf = ({ fields, words }: Entry): string => [...[...fields].map(fieldToken), ...[...words].map(wordToken)].join(' ');

/** Ids that begin so, where any can. */
export const idsBeginning = (beginning: string): string | undefined => (/^[0-9a-f]+$/.test(beginning) ? `"${idMark}${beginning}"*` : undefined);

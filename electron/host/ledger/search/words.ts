const anyWord = /[\p{L}\p{N}]+/gu;
const marks = /\p{M}+/gu;
// Most texts are of this kind, and a million receipts are read.
const plain = /^[\0-\x7f]*$/;
const plainWord = /[a-z0-9]+/g;

/** The words of a text as they are compared: in lower case and without accents. Ids are words too. */
export const wordsOf = (text: string): readonly string[] =>
  (plain.test(text) ? text.toLowerCase().match(plainWord) : text.normalize('NFKD').replace(marks, '').toLowerCase().match(anyWord)) ?? [];

/** Long hexadecimal numbers: there are as many of them as receipts, while other words come again and again. */
export const isId = (word: string): boolean => /^[0-9a-f]{16,}$/.test(word);

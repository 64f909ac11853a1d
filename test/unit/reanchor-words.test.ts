import { expect, test } from 'vitest';
import { reanchorWords } from '../../renderer/words/reanchor-text.ts';
import { aDigest, anInstant } from '../support/builders.ts';

const headAt = (size: number, at: ReturnType<typeof anInstant> | null) => ({ head: { size, root: aDigest(), at } });

test('a reanchor says that what was given away after the last receipt of this copy reads as ours again, and to ask before it is taken back', () => {
  const at = anInstant(61);

  const { givenAway, askFirst, kept } = reanchorWords(headAt(120, at), 'UTC');

  expect(givenAway).toBe(`What was given away after receipt 120 (${at.slice(0, 10)} ${at.slice(11, 19)} UTC) reads as this console’s again, by the word of a ledger that does not know of it.`);
  expect(askFirst).toContain('take nothing of it back before you asked them');
  expect(kept).not.toContain('does not know of');
});

test('a reanchor of a ledger without a receipt names no receipt', () => {
  expect(reanchorWords(headAt(0, null)).givenAway).toMatch(/^What was given away after the ledger began reads/u);
});

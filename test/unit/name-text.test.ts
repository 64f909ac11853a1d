import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameBytes, nameText } from '../../electron/host/engine/name-text.ts';

describe('a name as text', () => {
  test.each<[string, readonly number[], string]>([
    ['what is UTF-8 stays as it is', [...Buffer.from('été 日本 \u{1F600}\n\uFEFF')], 'été 日本 \u{1F600}\n\uFEFF'],
    ['a byte that is no text is spelt', [0x61, 0xff, 0x62], 'a\\xFFb'],
    ['so is a character that is cut off', [0xe6, 0x97], '\\xE6\\x97'],
    ['and one that nothing should be written as', [0xed, 0xa0, 0x80, 0xc0, 0xaf], '\\xED\\xA0\\x80\\xC0\\xAF'],
    ['what stands beside it stays legible', [...Buffer.from('日'), 0x80, ...Buffer.from('é')], '日\\x80é'],
    ['a backslash is itself', [...Buffer.from('a\\b\\x\\x41\\xff')], 'a\\b\\x\\x41\\xff'],
    ['but not before what would read as a byte', [...Buffer.from('\\\\xFF'), 0xff], '\\\\x5CxFF\\xFF'],
    ['nor before its own spelling', [...Buffer.from('\\x5C')], '\\x5Cx5C'],
  ])('%s', (_what, bytes, text) => {
    expect(nameText(Buffer.from(bytes))).toBe(text);
    expect([...nameBytes(text)]).toEqual(bytes);
  });

  const piece = fc.oneof(fc.constantFrom(...['\\', 'x', '5C', 'FF', '8', 'é', '日', '/'].map((text) => Buffer.from(text))), fc.uint8Array({ minLength: 1, maxLength: 4 }).map((bytes) => Buffer.from(bytes)));
  const name = fc.array(piece, { maxLength: 8 }).map((pieces) => Buffer.concat(pieces));

  test('leads back to exactly its bytes, whatever they are', () => {
    fc.assert(fc.property(name, (bytes) => void expect(nameBytes(nameText(bytes))).toEqual(bytes)), { numRuns: 5000 });
  });

  test('is text that every receipt can hold', () => {
    fc.assert(fc.property(name, (bytes) => nameText(bytes).isWellFormed()));
  });

  test('spells no separator, no dots and no end of a string: what was judged safe as text is safe as bytes', () => {
    const text = fc.array(fc.constantFrom('\\x', '2F', '2E', '00', '5C', 'FF', '\\', 'a'), { maxLength: 8 }).map((parts) => parts.join(''));

    fc.assert(fc.property(text, (given) => !['/', '.', '\0'].some((unsafe) => nameBytes(given).includes(unsafe))));
  });
});

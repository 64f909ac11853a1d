import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalText, NotCanonicalError } from '../../shared/canonical.ts';
import type { Json } from '../../shared/json.ts';

describe('the canonical text of a value (RFC 8785)', () => {
  test('is the published example’s, where the example holds what a receipt may hold', () => {
    const example = { literals: [null, true, false], string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/' };

    expect(canonicalText(example)).toBe(String.raw`{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}`);
  });

  test('orders members by the UTF-16 code units of their names', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const value = Object.fromEntries(names.map((name, index) => [name, index]));

    const order = Object.keys(JSON.parse(canonicalText(value)) as object);

    expect(order).toEqual(['1', '\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']);
    expect(canonicalText(value)).toBe('{"\\r":1,"1":3,"\u0080":5,"ö":6,"€":0,"😀":4,"\ufb33":2}');
  });

  test('escapes control characters in the shortest way and nothing else', () => {
    expect(canonicalText('\b\t\n\f\r"\\/\u0001\u001f\u007f\u2028é')).toBe('"\\b\\t\\n\\f\\r\\"\\\\/\\u0001\\u001f\u007f\u2028é"');
  });

  test('does not normalize: two spellings of one letter are two texts', () => {
    expect(canonicalText('\u00e9')).not.toBe(canonicalText('e\u0301'));
  });

  test('writes minus zero as zero', () => {
    expect(canonicalText([-0])).toBe('[0]');
  });

  test('writes the largest safe integers as they are', () => {
    expect(canonicalText([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])).toBe('[9007199254740991,-9007199254740991]');
  });

  test('keeps a member named __proto__', () => {
    expect(canonicalText(JSON.parse('{"__proto__":1}') as Json)).toBe('{"__proto__":1}');
  });
});

describe('a value without a single text', () => {
  const holes: unknown[] = [1];
  holes[2] = 3;

  test.each<[string, unknown, string]>([
    ['a fraction', { a: [0.5] }, '$.a[0]: 0.5 is not a safe integer'],
    ['an integer beyond the safe ones', 2 ** 53, '$: 9007199254740992 is not a safe integer'],
    ['NaN', Number.NaN, '$: NaN is not a safe integer'],
    ['infinity', -Infinity, '$: -Infinity is not a safe integer'],
    ['a lone surrogate', { a: '\ud800' }, '$.a: the string has a lone surrogate'],
    ['a lone surrogate in a name', { '\udc00': 1 }, '$: the string has a lone surrogate'],
    ['undefined', { a: undefined }, '$.a: a undefined has no canonical text'],
    ['a hole in an array', holes, '$[1]: a undefined has no canonical text'],
    ['a bigint', 1n, '$: a bigint has no canonical text'],
    ['a function', () => 1, '$: a function has no canonical text'],
    ['a date', { at: new Date(0) }, '$.at: a Date has no canonical text'],
    ['a map', new Map([['a', 1]]), '$: a Map has no canonical text'],
    ['bytes', Buffer.from('a'), '$: a Buffer has no canonical text'],
  ])('is refused, naming the place: %s', (_name, value, message) => {
    expect(() => canonicalText(value as Json)).toThrow(new NotCanonicalError(message));
  });
});

describe('any value that a receipt may hold', () => {
  const wellFormed = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed());
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 3 },
      fc.constant(null),
      fc.boolean(),
      fc.maxSafeInteger(),
      wellFormed,
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(wellFormed, tie('json'), { maxKeys: 4 }),
    ),
  }));

  test('comes back from its text as it was', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalText(value))).toEqual(withoutMinusZero(value));
      }),
    );
  });

  test('has the same text however its members are ordered', () => {
    fc.assert(
      fc.property(json, fc.infiniteStream(fc.nat()), (value, dice) => {
        expect(canonicalText(shuffled(value, dice))).toBe(canonicalText(value));
      }),
    );
  });
});

const withoutMinusZero = (value: Json): unknown => JSON.parse(JSON.stringify(value));

function shuffled(value: Json, dice: Iterator<number>): Json {
  if (Array.isArray(value)) return value.map((item: Json) => shuffled(item, dice));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, item]) => ({ name, item: shuffled(item as Json, dice), place: dice.next().value as number }));
  return Object.fromEntries(members.sort((a, b) => a.place - b.place).map(({ name, item }) => [name, item]));
}

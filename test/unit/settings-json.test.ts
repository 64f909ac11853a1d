import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { jsonSettings } from '../../electron/host/projection/settings/json-settings.ts';

const gap = fc.constantFrom('', ' ', '\n', '\t', '// , }\n', '/* ] , */', '\r\n');
const text = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('/home/me', '\u2028', '"\\')).map((value) => JSON.stringify(value));
const listed = (open: string, items: readonly string[], close: string, comma: string): string => `${open}${items.join(',')}${items.length > 0 ? comma : ''}${close}`;
const comma = fc.constantFrom('', ',', ',\n');

/** JSON as people write it: comments anywhere, commas at the end, no name twice in one place. */
const { value: written } = fc.letrec<{ value: string; list: string; record: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, depthSize: 'small' }, text, fc.constantFrom('1', '-2.5e3', 'true', 'null'), tie('list'), tie('record')),
  list: fc.tuple(fc.array(fc.tuple(gap, tie('value'), gap), { maxLength: 4 }), comma).map(([items, last]) => listed('[', items.map((item) => item.join('')), ']', last)),
  record: fc.tuple(fc.uniqueArray(fc.tuple(text, gap, tie('value'), gap), { maxLength: 4, selector: ([name]) => name }), comma)
    .map(([members, last]) => listed('{', members.map(([name, before, value, after]) => `${before}${name}${after}:${before}${value}${after}`), '}', last)),
}));
const documents = fc.tuple(gap, written, gap).map((parts) => parts.join(''));

const read = (source: string): unknown => parse(source, [], { allowTrailingComma: true });

/** The same without what is at this path. */
function without(value: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
  if (Array.isArray(value)) return rest.length === 0 ? value.toSpliced(step as number, 1) : value.with(step as number, without(value[step as number], rest));
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  return Object.fromEntries(rest.length === 0 ? entries.filter(([name]) => name !== step) : entries.map(([name, each]) => [name, name === step ? without(each, rest) : each]));
}

describe('JSON as people write it', () => {
  test('loses exactly the entry that is taken out', () => {
    fc.assert(fc.property(documents, (source) => {
      const settings = jsonSettings(source);
      for (const { path } of settings.texts) if (path.length > 0) expect(read(settings.remove(path))).toEqual(without(read(source), path));
    }), { numRuns: 300 });
  });

  test('is read after a byte order mark, which stays', () => {
    const settings = jsonSettings('\uFEFF{"dir":"/home/me"}');
    const [, value] = settings.texts;

    expect(value && settings.set(value, '/workspace')).toBe('\uFEFF{"dir":"/workspace"}');
  });
});

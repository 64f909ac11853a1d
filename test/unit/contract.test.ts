import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

interface Row {
  readonly claim: string;
  readonly state: string;
  readonly where: string;
  readonly shownBy: string;
}

const rowsOf = (text: string): readonly Row[] =>
  text.split('\n').filter((line) => /^\|(?! claim \||---)/.test(line)).map((line) => {
    const [, claim = '', state = '', where = '', shownBy = '', ...more] = line.split('|').map((cell) => cell.trim());
    if (more.join('') !== '') throw new TypeError(`a row has four cells: ${line}`);
    return { claim, state, where, shownBy };
  });

/** What is wrong with a row; empty where it holds. */
function problemsOf({ state, where, shownBy }: Row): readonly string[] {
  const [word] = /^(supported|part|unsupported)\b/.exec(state) ?? [];
  if (word === undefined) return [`“${state}” is none of the words`];
  if (word === 'unsupported') return [...(state === word ? [] : ['what is not there is said under “where”']), ...(where.startsWith('not built') ? [] : ['it does not say what is missing']), ...(shownBy === '-' ? [] : ['nothing shows what is not built'])];
  return [
    ...(word === 'part' && !state.includes(': ') ? ['it does not say which part'] : []),
    ...where.split(', ').filter((place) => !existsSync(path.join(root, place))).map((place) => `${place} is gone`),
    ...testsOf(shownBy),
  ];
}

function testsOf(shownBy: string): readonly string[] {
  const named = shownBy.split('; ').map((one) => /^`(test\/[^`]+)` (.+)$/.exec(one));
  if (named.some((one) => one === null)) return ['it names no test'];
  return named.flatMap((one) => {
    const [, file = '', title = ''] = one ?? [];
    if (!existsSync(path.join(root, file))) return [`${file} is gone`];
    return titlesIn(file).has(title) ? [] : [`${file} has no test “${title}”`];
  });
}

/** The whole titles of a file's tests and of what groups them. */
function titlesIn(file: string): ReadonlySet<string> {
  const text = readFileSync(path.join(root, file), 'utf8');
  const titles = text.matchAll(/(?:\b(?:test|alone|describe)(?:\.\w+)*|\))\((['`"])((?:(?!\1).)+)\1,/g);
  return new Set([...titles].map(([, , title = '']) => title));
}

describe('docs/contract.md', () => {
  const rows = rowsOf(readFileSync(path.join(root, 'docs/contract.md'), 'utf8'));

  test('has a row for each claim, once', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(new Set(rows.map(({ claim }) => claim)).size).toBe(rows.length);
  });

  test.each(rows.map((row) => [row.claim, row] as const))('%s', (_claim, row) => {
    expect(problemsOf(row)).toEqual([]);
  });
});

describe('a row that does not hold is found', () => {
  const good: Row = { claim: 'c', state: 'supported', where: 'shared/', shownBy: '`test/unit/contract.test.ts` a row that does not hold is found' };

  test.each<[string, Partial<Row>, string]>([
    ['without a test', { shownBy: '-' }, 'it names no test'],
    ['with a test that is gone', { shownBy: '`test/unit/naming.test.ts` a name of nobody' }, 'test/unit/naming.test.ts has no test “a name of nobody”'],
    ['with half of a test’s title', { shownBy: '`test/unit/contract.test.ts` a row that does not hold' }, 'test/unit/contract.test.ts has no test “a row that does not hold”'],
    ['with a file that is gone', { shownBy: '`test/unit/gone.test.ts` x' }, 'test/unit/gone.test.ts is gone'],
    ['with a place that is gone', { where: 'shared/gone.ts' }, 'shared/gone.ts is gone'],
    ['of another word', { state: 'done' }, '“done” is none of the words'],
    ['that is not there, without saying what', { state: 'unsupported', shownBy: '-' }, 'it does not say what is missing'],
    ['that is there in part, without saying which', { state: 'part' }, 'it does not say which part'],
  ])('%s', (_what, change, problem) => {
    expect(problemsOf(good)).toEqual([]);
    expect(problemsOf({ ...good, ...change })).toContain(problem);
  });
});

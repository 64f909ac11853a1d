import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const renderer = path.resolve(import.meta.dirname, '../../renderer');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll(path.sep, '/'));
const textOf = (name: string): string => readFileSync(path.join(renderer, name), 'utf8');

type Theme = 'light' | 'dark';

/** Both values of every colour in tokens.css. */
const colours = new Map([...textOf('styles/tokens.css').matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]));

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: Theme): number {
  const [bright = 0, dim = 0] = [one, other].map((name) => luminance(colours.get(name)?.[theme] ?? '#000000')).toSorted((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const grounds = ['canvas', 'surface', 'sunken', 'head', 'hover', 'selected'];
  const inks = ['ink', 'ink-2', 'ink-3', 'accent', 'good', 'warn', 'bad', 'open'];

  test.each(grounds.flatMap((ground) => inks.map((ink) => [ink, ground] as const)))('%s is read on %s', (ink, ground) => {
    expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([['accent-ink', 'accent'], ['accent-ink', 'accent-strong'], ['ink', 'warn-soft'], ['ink', 'bad-soft'], ['ink', 'open-soft'], ['accent', 'accent-soft'], ['bad', 'bad-soft']])('%s is read on %s', (ink, ground) => {
    expect(contrast(ink, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test('the edge of what can be filled in is seen', () => {
    expect(contrast('edge', 'surface', theme)).toBeGreaterThanOrEqual(3);
  });
});

describe('the look', () => {
  test('has every colour in one file', () => {
    const elsewhere = files.filter((name) => name.endsWith('.css') && name !== 'styles/tokens.css' && /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|\boklch\(/i.test(textOf(name)));

    expect(elsewhere).toEqual([]);
  });

  test('uses no colour, size or gap that is not there', () => {
    const made = new Set([...textOf('styles/tokens.css').matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const unknown = files.filter((name) => name.endsWith('.css')).flatMap((name) => {
      const own = new Set([...textOf(name).matchAll(/(--[\w-]+):/g)].map(([, each]) => each));
      return [...textOf(name).matchAll(/var\((--[\w-]+)/g)].map(([, each = '']) => each).filter((each) => !made.has(each) && !own.has(each) && each !== '--tracks' && each !== '--trigger-width');
    });

    expect(unknown).toEqual([]);
  });

  test('sets a style in markup only where a place is computed', () => {
    const inline = files.filter((name) => name.endsWith('.tsx') && /\bstyle=/.test(textOf(name)));

    expect(inline.toSorted()).toEqual(['components/DataGrid.tsx', 'views/worker/summary/LogLines.tsx']);
  });

  test('names no class that its style sheet does not have', () => {
    const missing = files.filter((name) => name.endsWith('.tsx')).flatMap((name) => {
      const sheet = /import styles from '(.+\.module\.css)'/.exec(textOf(name))?.[1];
      if (sheet === undefined) return [];
      const css = readFileSync(path.join(renderer, path.dirname(name), sheet), 'utf8');
      return [...textOf(name).matchAll(/\bstyles\.(\w+)/g)].map(([, each = '']) => each).filter((each) => !new RegExp(`\\.${each}\\b`).test(css)).map((each) => `${name}: ${each}`);
    });

    expect(missing).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GrowingMap } from '../../shared/growing-map.ts';

type Version = { readonly map: GrowingMap<number, string>; readonly model: ReadonlyMap<number, string> };

/** More keys than a chunk holds, so that chunks fill; from any version, so that they fork. */
const changes = fc.array(fc.record({ from: fc.nat(), key: fc.nat(400), value: fc.string({ maxLength: 3 }) }), { maxLength: 600 });

const changed = ({ map, model }: Version, key: number, value: string): Version => ({ map: map.with(key, value), model: new Map(model).set(key, value) });

describe('a map that only grows', () => {
  test('is in every version what a plain map is, whatever was added to an earlier one since', () => {
    fc.assert(
      fc.property(changes, fc.boolean(), (steps, forks) => {
        const versions: Version[] = [{ map: GrowingMap.of(), model: new Map() }];
        for (const { from, key, value } of steps) versions.push(changed(versions[forks ? from % versions.length : versions.length - 1] as Version, key, value));

        for (const { map, model } of versions.filter((_version, index) => index % 37 === 0 || index === versions.length - 1)) {
          expect([...map]).toEqual([...model]);
          expect(map.size).toBe(model.size);
          for (let key = 0; key <= 400; key += 1) {
            expect(map.get(key)).toBe(model.get(key));
            expect(map.has(key)).toBe(model.has(key));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('gives its keys and values in the order in which the keys came in', () => {
    const map = GrowingMap.of<string, number>([['b', 1], ['a', 2]]).with('c', 3).with('b', 4);
    const told: unknown[] = [];
    map.forEach((value, key, whole) => told.push([key, value, whole.size]));

    expect([...map.keys()]).toEqual(['b', 'a', 'c']);
    expect([...map.values()]).toEqual([4, 2, 3]);
    expect(told).toEqual([['b', 4, 3], ['a', 2, 3], ['c', 3, 3]]);
  });

  test('holds a value that is undefined', () => {
    const map = GrowingMap.of([['a', undefined]]);

    expect(map.has('a')).toBe(true);
    expect(map.has('b')).toBe(false);
  });
});

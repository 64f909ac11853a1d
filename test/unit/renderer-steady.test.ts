import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSteadyStore, steady } from '../../renderer/stores/steady-store.ts';

const listing = () => ({ rows: [{ id: 'a', labels: { seat: 'one' } }, { id: 'b', labels: { seat: 'two' } }], readAt: 'now' });

describe('an answer that was read again', () => {
  test('is the one that was there, where it says the same', () => {
    const before = listing();

    expect(steady(before, listing())).toBe(before);
  });

  test('keeps every part that says the same, and has the new ones', () => {
    const before = listing();
    const next = { ...listing(), readAt: 'later' };
    next.rows[1] = { id: 'b', labels: { seat: 'three' } };

    const kept = steady(before, next);

    expect(kept).toEqual(next);
    expect(kept.rows[0]).toBe(before.rows[0]);
    expect(kept.rows[1]).not.toBe(before.rows[1]);
  });

  test('is always what was answered, whatever was there before', () => {
    fc.assert(fc.property(fc.anything(), fc.anything(), (before, next) => { expect(steady(before, next)).toEqual(next); }));
  });

  test('is not the same where a member only went or came, or a list ends earlier', () => {
    expect(steady({ a: 1, b: undefined }, { a: 1 })).toStrictEqual({ a: 1 });
    expect(steady({ a: 1 }, { a: 1, b: undefined })).toStrictEqual({ a: 1, b: undefined });
    expect(steady([1, 2], [1])).toStrictEqual([1]);
  });
});

describe('a store of answers', () => {
  test('tells nobody of an answer that says the same, and everybody of another one', () => {
    const store = createSteadyStore<{ readonly listing: ReturnType<typeof listing>; readonly load: (readAt: string) => void }>()((set) => ({
      listing: listing(),
      load(readAt) { set(() => ({ listing: { ...listing(), readAt } })); },
    }));
    let told = 0;
    store.subscribe(() => { told += 1; });

    store.getState().load('now');
    expect(told).toBe(0);
    store.getState().load('later');

    expect(told).toBe(1);
    expect(store.getState().listing.readAt).toBe('later');
  });
});

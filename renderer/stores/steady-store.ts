import { createStore, type StoreApi } from 'zustand/vanilla';

type Change<State> = Partial<State> | ((state: State) => Partial<State>);

/**
 * A store of what is read again and again: whatever of an answer is as it was stays the same object, and an answer that
 * says the same changes nothing, so that nothing is drawn anew for it.
 */
export function createSteadyStore<State extends object>() {
  return (create: (set: (change: Change<State>) => void, get: () => State) => State): StoreApi<State> =>
    createStore<State>()((set, get) => {
      const setSteadily = (change: Change<State>): void => {
        const before = get();
        const part = typeof change === 'function' ? change(before) : change;
        const next = steady(before, { ...before, ...part });
        if (next !== before) set(next);
      };
      return create(setSteadily, get);
    });
}

/** `next`, with everything in it that equals what stands at its place in `before` taken from there. Only of plain objects and arrays. */
export function steady<Value>(before: unknown, next: Value): Value {
  if (Object.is(before, next)) return next;
  if (Array.isArray(before) && Array.isArray(next)) return steadyArray(before, next) as Value;
  if (isPlain(before) && isPlain(next)) return steadyObject(before, next) as Value;
  return next;
}

function steadyArray(before: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const items = next.map((item, index) => steady(before[index], item));
  return before.length === next.length && items.every((item, index) => Object.is(item, before[index])) ? before : items;
}

function steadyObject(before: Plain, next: Plain): Plain {
  const members = Object.entries(next).map(([key, value]) => [key, steady(before[key], value)] as const);
  const isSame = Object.keys(before).length === members.length && members.every(([key, value]) => Object.hasOwn(before, key) && Object.is(value, before[key]));
  return isSame ? before : Object.fromEntries(members);
}

type Plain = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

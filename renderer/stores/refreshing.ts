import type { Bridge } from '../../shared/bridge.ts';

/** Milliseconds that stay free after a reading of the same thing, however often it is said to have changed; `spent` is how long that took. */
export type Rest = (spent: number) => number;

const shortly: Rest = () => 60;
export const atOnce: Rest = () => 0;
/** For what the engine is asked anew each time: three quarters of its time stay free, however much happens on it. */
export const sparingly: Rest = (spent) => Math.max(60, 3 * spent);

/**
 * At most one reading is under way; whatever is announced meanwhile leads to exactly one more after it. Awaiting the
 * answer awaits a reading that began after the call.
 */
export function coalesced(read: () => Promise<void>, rest: Rest = shortly): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let spent = 0;

  const run = (): Promise<void> => {
    next = undefined;
    const begun = performance.now();
    current = read().finally(() => {
      spent = performance.now() - begun;
      current = undefined;
    });
    return current;
  };

  return () => {
    if (next) return next;
    if (!current) return run();
    next = current.catch(() => undefined).then(() => delay(rest(spent))).then(run);
    return next;
  };
}

const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

export type Undo = () => void;

/** Runs `start` for the first of any number of watchers and its undo after the last: nothing unseen is kept fresh. */
export function watched(start: () => Undo): () => Undo {
  let watchers = 0;
  let stop: Undo = () => undefined;
  return () => {
    watchers += 1;
    if (watchers === 1) stop = start();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      watchers -= 1;
      if (watchers === 0) stop();
    };
  };
}

export const all = (undos: readonly Undo[]): Undo => () => undos.forEach((undo) => { undo(); });

/** Reads at once when the first watcher comes, and whenever the ledger, the frame or an engine changed, until the last one left. */
export const keptFresh = (bridge: Pick<Bridge, 'on'>, load: () => Promise<void>): (() => Undo) =>
  watched(() => {
    const reload = (): void => { void load(); };
    const undo = all([bridge.on('ledgerGrew', reload), bridge.on('frameChanged', reload), bridge.on('engineChanged', reload)]);
    reload();
    return undo;
  });

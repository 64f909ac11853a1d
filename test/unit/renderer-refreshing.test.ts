import { describe, expect, test } from 'vitest';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import { askingIn, nothingAsked, type Asking } from '../../renderer/stores/asking.ts';
import { atOnce, coalesced, watched } from '../../renderer/stores/refreshing.ts';

const turn = (): Promise<void> => new Promise((resolve) => { setTimeout(resolve, 0); });

/** A reading that ends when it is told to. */
function heldReading() {
  const ends: (() => void)[] = [];
  const read = (): Promise<void> => new Promise((resolve) => { ends.push(resolve); });
  return { read, started: () => ends.length, end: (index: number) => ends[index]?.() };
}

describe('readings of the same thing', () => {
  test('never overlap, and however often a change is announced meanwhile, one more follows', async () => {
    const { read, started, end } = heldReading();
    const refresh = coalesced(read, atOnce);

    void refresh();
    for (let index = 0; index < 50; index += 1) void refresh();
    expect(started()).toBe(1);

    end(0);
    await turn();
    await turn();
    expect(started()).toBe(2);

    end(1);
    await turn();
    await turn();
    expect(started()).toBe(2);
  });

  test('are awaited by one that began after the call', async () => {
    let version = 1;
    let known = 0;
    const refresh = coalesced(async () => {
      const answer = version;
      await turn();
      known = answer;
    }, atOnce);

    void refresh();
    version = 2;
    await refresh();

    expect(known).toBe(2);
  });

  test('leave as much time free as is asked for one that took so long', async () => {
    const rested: number[] = [];
    const refresh = coalesced(() => new Promise((resolve) => { setTimeout(resolve, 20); }), (spent) => {
      rested.push(spent);
      return 0;
    });

    void refresh();
    await refresh();

    expect(rested).toEqual([expect.any(Number)]);
    expect(rested[0]).toBeGreaterThan(15);
  });

  test('go on after one of them failed', async () => {
    let fails = true;
    let read = 0;
    const refresh = coalesced(async () => {
      read += 1;
      if (fails) throw new TypeError('no answer');
    }, atOnce);

    await expect(refresh()).rejects.toThrow('no answer');
    fails = false;
    await refresh();

    expect(read).toBe(2);
  });
});

describe('what nobody watches', () => {
  test('is not kept fresh: it starts with the first watcher and stops after the last', () => {
    let running = 0;
    const watch = watched(() => {
      running += 1;
      return () => { running -= 1; };
    });

    const first = watch();
    const second = watch();
    expect(running).toBe(1);

    first();
    first();
    expect(running).toBe(1);

    second();
    expect(running).toBe(0);
  });
});

describe('an effect that is asked for', () => {
  function asker() {
    let state: Asking<'launch'> = nothingAsked;
    return { ask: askingIn<'launch'>((change) => { state = change(state); }), state: () => state };
  }

  test('cannot be asked for again before it was answered', async () => {
    const { ask, state } = asker();
    let asked = 0;
    let answer: (result: Result<null>) => void = () => undefined;
    const request = (): Promise<Result<null>> => {
      asked += 1;
      return new Promise((resolve) => { answer = resolve; });
    };

    const first = ask('launch', request);
    const second = ask('launch', request);
    expect(state().asking.has('launch')).toBe(true);
    answer(ok(null));
    await Promise.all([first, second]);

    expect(asked).toBe(1);
    expect(state().asking.size).toBe(0);
  });

  test('leaves its refusal where it arose, until it is asked for again', async () => {
    const { ask, state } = asker();
    const no = refusal('blocked', 'A process runs here.', 'Wait until it has ended.');

    expect(await ask('launch', async () => refused(no))).toBeUndefined();
    expect(state().refusals.get('launch')).toEqual(no);

    expect(await ask('launch', async () => ok(7))).toBe(7);
    expect(state().refusals.size).toBe(0);
  });

  test('that breaks is no longer under way, and says so where it arose', async () => {
    const { ask, state } = asker();

    await expect(ask('launch', async () => { throw new TypeError('the bridge is gone'); })).rejects.toThrow('the bridge is gone');

    expect(state().asking.size).toBe(0);
    expect(state().refusals.get('launch')?.says).toBe('It broke off: the bridge is gone.');
  });
});

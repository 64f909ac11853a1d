import { describe, expect, test } from 'vitest';
import type { BindingId } from '../../shared/ids.ts';
import { refusal } from '../../shared/refusal.ts';
import { refused } from '../../shared/result.ts';
import { createLogStore, foundLines, mostCharacters, mostLines } from '../../renderer/stores/log-store.ts';
import { createFakeBridge } from '../support/fake-bridge.ts';

const binding = '0'.repeat(32) as BindingId;

function openLog() {
  const bridge = createFakeBridge('empty');
  bridge.answerWith('openLog', async () => ({ ok: true, value: null }));
  let ids = 0;
  const waiting: (() => void)[] = [];
  const store = createLogStore(bridge, binding, { newId: () => `log-${(ids += 1)}`, later: (run) => { waiting.push(run); } });
  const leave = store.getState().watch();
  const say = (count: number, log = `log-${ids}`, ended?: string, longer = ''): void => {
    const lines = Array.from({ length: count }, (_, index) => ({ stream: 'stdout' as const, at: '2026-03-04T14:00:00Z', text: `line ${index}${longer}` }));
    bridge.announce('logLines', { log, lines, ...(ended !== undefined && { ended }) });
  };
  const flush = (): void => { for (const run of waiting.splice(0)) run(); };
  return { bridge, store, say, flush, leave };
}

describe('a log that is followed', () => {
  test('draws many notices as one change', () => {
    const { store, say, flush } = openLog();
    let changes = 0;
    store.subscribe(() => { changes += 1; });

    for (let index = 0; index < 100; index += 1) say(10);
    expect(changes).toBe(0);
    flush();

    expect(changes).toBe(1);
    expect(store.getState().lines).toHaveLength(1_000);
  });

  test('keeps the last lines, however many come, and counts them all', () => {
    const { store, say, flush } = openLog();

    for (let index = 0; index < 30; index += 1) {
      say(1_000);
      flush();
    }

    expect(store.getState().lines).toHaveLength(mostLines);
    expect(store.getState().received).toBe(30_000);
    expect(store.getState().lines.at(-1)?.number).toBe(30_000);
  });

  test('keeps no more than that while nothing is drawn, and numbers what is left by what came', () => {
    const { store, say, flush } = openLog();
    say(5);
    flush();

    for (let index = 0; index < 45; index += 1) say(1_000);
    flush();

    const { lines, received } = store.getState();
    expect([lines.length, received, lines[0]?.number, lines.at(-1)?.number]).toEqual([mostLines, 45_005, 35_006, 45_005]);
  });

  test('keeps fewer of them where they are long, drawn or not', () => {
    const { store, say, flush } = openLog();
    const [count, long] = [3_000, 'x'.repeat(1_990)];
    const isWithin = () => store.getState().lines.reduce((sum, { text }) => sum + text.length, 0) <= mostCharacters;

    say(count, undefined, undefined, long);
    flush();
    expect([store.getState().received, store.getState().lines.at(-1)?.number, isWithin()]).toEqual([count, count, true]);
    const kept = store.getState().lines.length;
    expect(kept).toBe(Math.floor(mostCharacters / `line 2999${long}`.length));

    say(10, undefined, undefined, long);
    flush();
    expect([store.getState().received, isWithin()]).toEqual([count + 10, true]);
    expect(store.getState().lines.length).toBeGreaterThanOrEqual(kept);
    expect(store.getState().lines[0]?.number).toBe(count + 11 - store.getState().lines.length);
  });

  test('holds still while it is paused, and goes on from the end', () => {
    const { store, say, flush } = openLog();
    say(5);
    flush();

    store.getState().pause();
    say(5);
    flush();
    expect(store.getState().held).toHaveLength(5);
    expect(store.getState().lines).toHaveLength(10);

    store.getState().follow();
    expect(store.getState().held).toBeNull();
  });

  test('says how it ended, with its last lines', () => {
    const { store, say } = openLog();

    say(3, 'log-1', 'the container is not running');

    expect(store.getState()).toMatchObject({ phase: 'ended', ended: 'the container is not running' });
    expect(store.getState().lines).toHaveLength(3);
  });

  test('ignores lines of a log it no longer shows', () => {
    const { store, say, flush } = openLog();

    store.getState().reopen();
    say(5, 'log-1');
    flush();

    expect(store.getState().lines).toEqual([]);
  });

  test('is closed when nobody looks any more', () => {
    const { bridge, leave } = openLog();

    leave();

    expect(bridge.calls.at(-1)).toEqual({ method: 'closeLog', input: { log: 'log-1' } });
    expect(bridge.listeners('logLines')).toBe(0);
  });

  test('that cannot be opened says why', async () => {
    const bridge = createFakeBridge('empty');
    const no = refusal('not_found', 'There is no container.', 'Prepare it first.');
    bridge.answerWith('openLog', async () => refused(no));
    const store = createLogStore(bridge, binding, { newId: () => 'one', later: () => undefined });
    store.getState().watch();
    await new Promise((resolve) => { setTimeout(resolve, 10); });

    expect(store.getState()).toMatchObject({ phase: 'closed', refusal: no });
  });

  test('is searched without regard to capitals', () => {
    const line = (number: number, text: string) => ({ number, stream: 'stdout' as const, at: '', text });

    expect(foundLines([line(1, 'Warning: slow'), line(2, 'ok')], ' warn ').map(({ number }) => number)).toEqual([1]);
  });
});

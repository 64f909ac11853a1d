import { describe, expect, test } from 'vitest';
import { createUsageStore } from '../../renderer/stores/usage-store.ts';
import { lineOf, mostPoints, peakOf, scaleOf, shownMilliseconds, spanOf, withPoint, type UsagePoint } from '../../renderer/stores/usage-points.ts';
import { engineTrouble } from '../../renderer/words/engine-trouble-text.ts';
import { whyNoReading } from '../../renderer/words/usage-text.ts';
import { instantOf, type BindingId } from '../../shared/ids.ts';
import { refusal } from '../../shared/refusal.ts';
import { refused } from '../../shared/result.ts';
import { createFakeBridge } from '../support/fake-bridge.ts';

const binding = '0'.repeat(32) as BindingId;
const point = (seconds: number, cpuMilli: number | null = 100, memoryBytes = 1000): UsagePoint => ({ at: seconds * 1000, cpuMilli, memoryBytes });
const pointsTo = (seconds: number, every = 1): readonly UsagePoint[] => {
  let points: readonly UsagePoint[] = [];
  for (let at = 0; at <= seconds; at += every) points = withPoint(points, point(at));
  return points;
};

describe('what is kept of the readings', () => {
  test('is ten minutes, however long somebody looks', () => {
    const points = pointsTo(3600);

    expect(points).toHaveLength(shownMilliseconds / 1000);
    expect(points.at(-1)?.at).toBe(3_600_000);
  });

  test('is bounded also where an engine reads faster than it should', () => {
    expect(pointsTo(300, 0.1)).toHaveLength(mostPoints);
  });
});

describe('the line that is drawn', () => {
  test('goes from reading to reading', () => {
    expect(lineOf([point(1, 100), point(2, 200)], 'cpuMilli')).toEqual([[1, 2], [100, 200]]);
  });

  test('has a gap where readings are missing, and is never drawn through it', () => {
    expect(lineOf([point(1), point(2), point(60), point(61)], 'memoryBytes')).toEqual([[1, 2, 2.001, 60, 61], [1000, 1000, null, 1000, 1000]]);
  });

  test('has no gap where one came a little late', () => {
    expect(lineOf([point(1), point(3.4), point(4)], 'cpuMilli')[1]).toEqual([100, 100, 100]);
  });

  test('has a gap in the one measure that could not be told', () => {
    const points = [point(1, null), point(2, 50)];

    expect(lineOf(points, 'cpuMilli')[1]).toEqual([null, 50]);
    expect(lineOf(points, 'memoryBytes')[1]).toEqual([1000, 1000]);
  });

  test('stands between nothing and its limit, or its peak where that is higher', () => {
    expect(scaleOf(500, 20, 100)).toEqual({ top: 560, ticks: [0, 250, 500] });
    expect(scaleOf(500, 600, 100).top).toBeCloseTo(672);
    expect(scaleOf(null, 40, 100).ticks).toEqual([0, 50, 100]);
    expect(scaleOf(null, null, 100).top).toBeCloseTo(112);
  });

  test('moves on with the time, or in steps for whom that is too much', () => {
    expect(spanOf(1_000_000, 1)).toEqual([400, 1000]);
    expect(spanOf(1_000_001, 20_000)).toEqual([420, 1020]);
    expect(spanOf(1_019_999, 20_000)).toEqual([420, 1020]);
  });

  test('has a peak, unless nothing was read', () => {
    expect(peakOf([point(1, 10), point(2, null), point(3, 40)], 'cpuMilli')).toBe(40);
    expect(peakOf([point(1, null)], 'cpuMilli')).toBeNull();
  });
});

function looking() {
  const bridge = createFakeBridge('empty');
  bridge.answerWith('openUsage', async () => ({ ok: true, value: null }));
  let ids = 0;
  let now = 1_000_000;
  const waiting = new Set<() => void>();
  const ticks = new Set<() => void>();
  const undoable = (set: Set<() => void>, run: () => void) => {
    set.add(run);
    return () => { set.delete(run); };
  };
  const store = createUsageStore(bridge, binding, { newId: () => `usage-${(ids += 1)}`, now: () => now, every: (_ms, run) => undoable(ticks, run), later: (_ms, run) => undoable(waiting, run) });
  const read = (usage = `usage-${ids}`): void => { bridge.announce('usageRead', { usage, reading: { at: instantOf(now), cpuMilli: 250, memoryBytes: 5000 } }); };
  const pass = (seconds: number): void => {
    now += seconds * 1000;
    for (const run of ticks) run();
  };
  const retry = (): void => { const due = Array.from(waiting); waiting.clear(); for (const run of due) run(); };
  return { bridge, store, read, pass, retry, waiting, ticks };
}

const opened = (bridge: ReturnType<typeof createFakeBridge>) => bridge.calls.filter(({ method }) => method === 'openUsage').length;
const settled = () => new Promise((resolve) => { setTimeout(resolve, 5); });

describe('what a worker uses', () => {
  test('is asked for only while somebody looks', () => {
    const { bridge, store, ticks } = looking();
    expect(opened(bridge)).toBe(0);

    const leave = store.getState().watch();
    expect(bridge.calls.at(-1)).toEqual({ method: 'openUsage', input: { binding, usage: 'usage-1' } });
    leave();

    expect(bridge.calls.at(-1)).toEqual({ method: 'closeUsage', input: { usage: 'usage-1' } });
    expect(bridge.listeners('usageRead')).toBe(0);
    expect(ticks.size).toBe(0);
    expect(store.getState().phase).toBe('closed');
  });

  test('keeps what was read when somebody comes back, with a gap between', () => {
    const { store, read, pass } = looking();
    const leave = store.getState().watch();
    read();
    leave();
    pass(60);
    store.getState().watch();
    read();

    expect(store.getState().points).toHaveLength(2);
    expect(lineOf(store.getState().points, 'cpuMilli')[1]).toEqual([250, null, 250]);
  });

  test('goes on in time while nothing comes, so that what is missing is seen', () => {
    const { store, read, pass } = looking();
    store.getState().watch();
    read();
    pass(30);

    expect(store.getState().now).toBe(1_030_000);
    expect(store.getState().points).toHaveLength(1);
  });

  test('ignores readings of a stream that it closed', () => {
    const { store, read } = looking();
    store.getState().watch()();
    store.getState().watch();
    read('usage-1');

    expect(store.getState().points).toEqual([]);
  });

  test('is asked for again after the engine went away, and not by anybody who left', () => {
    const { bridge, store, retry, waiting } = looking();
    const leave = store.getState().watch();
    bridge.announce('usageRead', { usage: 'usage-1', ended: 'the answer was cut' });
    expect(store.getState()).toMatchObject({ phase: 'broken', ended: 'the answer was cut' });

    retry();
    expect(opened(bridge)).toBe(2);
    expect(store.getState()).toMatchObject({ phase: 'waiting', ended: null });

    bridge.announce('usageRead', { usage: 'usage-2', ended: 'the answer was cut' });
    leave();
    expect(waiting.size).toBe(0);
  });

  test('that cannot be asked for says why, and is tried again', async () => {
    const { bridge, store, waiting } = looking();
    const no = refusal('engine_unreachable', 'The engine cannot be reached.', 'Start it.');
    bridge.answerWith('openUsage', async () => refused(no));
    store.getState().watch();
    await settled();

    expect(store.getState()).toMatchObject({ phase: 'broken', refusal: no });
    expect(waiting.size).toBe(1);
  });

  test('is down while the engine has no numbers of it', () => {
    const { bridge, store } = looking();
    store.getState().watch();
    bridge.announce('usageRead', { usage: 'usage-1', reading: null });

    expect(store.getState().phase).toBe('down');
  });
});

describe('why there is no reading', () => {
  const usage = { phase: 'open', points: [], ended: null, refusal: null } as const;
  const known = { started: true, up: true, trouble: undefined, usage };

  test.each([
    [{ started: false, up: false }, 'No reading: the container was not started yet.'],
    [{ up: false }, 'No reading: the container is not running.'],
    [{ trouble: engineTrouble('silent', 'lab-engine') }, 'No reading: lab-engine does not answer.'],
    [{ trouble: engineTrouble('asked', 'lab-engine') }, 'No reading: lab-engine is asked, no answer yet.'],
    [{ trouble: engineTrouble('another', 'lab-engine') }, 'No reading: another engine answers at lab-engine.'],
    [{ usage: { ...usage, phase: 'waiting' as const } }, 'Waiting for the engine’s first reading.'],
    [{ usage: { ...usage, phase: 'down' as const } }, 'No reading: the engine says that the container does not run.'],
    [{ usage: { ...usage, phase: 'broken' as const, ended: 'the answer was cut' } }, 'No reading: the answer was cut. It is asked for again in a moment.'],
  ])('%j', (change, says) => {
    expect(whyNoReading({ ...known, ...change })).toBe(says);
  });

  test('is not said while there are some', () => {
    expect(whyNoReading(known)).toBeNull();
  });
});

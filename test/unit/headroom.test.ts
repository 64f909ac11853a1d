import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isThisMachine, readHeadroom } from '../../electron/host/placement/read-headroom.ts';
import { EngineFault, type EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { headroomOf, reservedBytes, type HeadroomReading, type Usage } from '../../shared/headroom.ts';
import { factsOf } from '../support/fake-bridge/engines.ts';

const gibibyte = 1024 ** 3;
const reading = (change: Partial<HeadroomReading> = {}): HeadroomReading => ({ totalBytes: 8 * gibibyte, totalCpuMilli: 4000, running: [], unread: 0, waiting: [], ended: [], neighbours: [], consoleBytes: null, ...change });
const limited = (name: string, memoryBytes = gibibyte, cpuMilli = 500): Usage => ({ name, memoryBytes, cpuMilli });

describe('what is left of an engine’s memory for another worker', () => {
  test('is the total without what all containers may use, this console, and what the engine and the system need', () => {
    expect(headroomOf(reading({ running: [limited('one'), limited('two')], consoleBytes: gibibyte / 2 }))).toEqual({
      totalBytes: 8 * gibibyte,
      lines: [
        { says: 'what 2 running containers may use at most', bytes: 2 * gibibyte },
        { says: 'this console, measured', bytes: gibibyte / 2 },
        { says: 'the engine and the system around it, assumed', bytes: reservedBytes },
      ],
      leftBytes: 8 * gibibyte - 2 * gibibyte - gibibyte / 2 - reservedBytes,
      isAtMost: false,
      ended: { count: 0, bytes: 0 },
      cpu: { totalMilli: 4000, promisedMilli: 1000, unlimited: 0 },
    });
  });

  test('is not known, and at most so much, where a container has no limit: it is named', () => {
    const headroom = headroomOf(reading({ running: [limited('one'), limited('greedy', 0, 0)] }));

    expect(headroom).toMatchObject({ isAtMost: true, leftBytes: 7 * gibibyte - reservedBytes, cpu: { unlimited: 1 } });
    expect(headroom.lines).toContainEqual({ says: 'greedy, without a limit', bytes: null });
  });

  test('is less what one without a limit uses now, and may use more of at any moment', () => {
    const headroom = headroomOf(reading({ running: [{ ...limited('greedy', 0, 0), usedBytes: 3 * gibibyte }, { ...limited('silent', 0, 0), usedBytes: null }] }));

    expect(headroom.lines).toContainEqual({ says: 'what greedy, silent use now, without a limit', bytes: 3 * gibibyte, isAtLeast: true });
    expect(headroom).toMatchObject({ isAtMost: true, leftBytes: 5 * gibibyte - reservedBytes });
  });

  test('counts what this console’s other workers may use once they are started', () => {
    expect(headroomOf(reading({ waiting: [{ memoryBytes: 4 * gibibyte }] }))).toMatchObject({ isAtMost: false, leftBytes: 4 * gibibyte - reservedBytes, lines: expect.arrayContaining([{ says: 'what 1 worker of this console may use once started', bytes: 4 * gibibyte }]) });
  });

  test('leaves out what ended and was not taken back, and says what it may use if it is launched again', () => {
    expect(headroomOf(reading({ ended: [{ memoryBytes: 4 * gibibyte }, { memoryBytes: gibibyte }] }))).toMatchObject({ leftBytes: 8 * gibibyte - reservedBytes, ended: { count: 2, bytes: 5 * gibibyte } });
  });

  test('is not known, and at most so much, where another engine takes from the same machine', () => {
    expect(headroomOf(reading({ neighbours: ['/var/run/docker.sock'] }))).toMatchObject({ isAtMost: true, lines: expect.arrayContaining([{ says: 'what runs on the same machine by /var/run/docker.sock', bytes: null }]) });
  });

  test('is not known either where not every container was asked about', () => {
    expect(headroomOf(reading({ unread: 12 }))).toMatchObject({ isAtMost: true, lines: expect.arrayContaining([{ says: '12 running containers more, not asked about', bytes: null }]) });
  });

  test('leaves out a console that runs on another machine', () => {
    expect(headroomOf(reading()).lines.map(({ says }) => says)).toEqual(['the engine and the system around it, assumed']);
  });

  test('is never less than nothing, and no more than with one container less', () => {
    const usages = fc.array(fc.record({ name: fc.string(), memoryBytes: fc.nat(64) .map((count) => count * gibibyte / 4), cpuMilli: fc.nat(8000) }), { minLength: 1, maxLength: 30 });
    fc.assert(fc.property(usages, fc.nat(40), (running, unread) => {
      const [with_, without] = [headroomOf(reading({ running, unread })), headroomOf(reading({ running: running.slice(1), unread }))];

      expect(with_.leftBytes).toBeGreaterThanOrEqual(0);
      expect(with_.leftBytes).toBeLessThanOrEqual(without.leftBytes);
    }));
  });
});

describe('reading it', () => {
  const rows = (count: number, state = 'running') => Array.from({ length: count }, (_, index) => ({ id: `${state}-${index}`, name: `${state}-${index}`, state }));

  function readerOf(listed: readonly { readonly id: string }[], gone: ReadonlySet<string> = new Set()) {
    const asked: string[] = [];
    const reader = {
      listContainers: async () => listed,
      inspectContainer: async (id: string) => {
        asked.push(id);
        return gone.has(id) ? null : { admitted: { memoryBytes: gibibyte / 64, nanoCpus: 250_000_000 } };
      },
    } as unknown as EngineReader;
    return { reader, asked };
  }

  const machine = { facts: { ...factsOf('lab'), memoryBytes: 8 * gibibyte, cpus: 4 }, workers: new Map([['running-0', { memoryBytes: gibibyte, hasEnded: false }], ['exited-0', { memoryBytes: gibibyte / 2, hasEnded: false }], ['ended-0', { memoryBytes: gibibyte, hasEnded: true }]]), neighbours: [], consoleBytes: null };

  test('asks about what runs alone: what does not run uses nothing', async () => {
    const { reader, asked } = readerOf([...rows(3), ...rows(5, 'exited'), ...rows(2, 'created'), ...rows(1, 'paused')]);

    const headroom = await readHeadroom(reader, machine);

    expect(asked).toEqual(['running-0', 'running-1', 'running-2', 'paused-0']);
    expect(headroom.lines[0]).toEqual({ says: 'what 4 running containers may use at most', bytes: gibibyte / 16 });
  });

  test('counts a worker of this console that does not run by what it was given, and one that runs but once', async () => {
    const { reader } = readerOf([...rows(1), ...rows(1, 'exited')]);

    const headroom = await readHeadroom(reader, machine);

    expect(headroom.ended).toEqual({ count: 1, bytes: gibibyte });
    expect(headroom.lines.slice(0, 2)).toEqual([
      { says: 'what 1 running container may use at most', bytes: gibibyte / 64 },
      { says: 'what 1 worker of this console may use once started', bytes: gibibyte / 2 },
    ]);
  });

  test('measures what runs without a limit, and asks no further', async () => {
    const measured: string[] = [];
    const reader = {
      listContainers: async () => rows(2),
      inspectContainer: async () => ({ admitted: { memoryBytes: 0, nanoCpus: 0 } }),
      usage: async function* (id: string) {
        measured.push(id);
        if (id === 'running-1') throw new EngineFault('not told');
        for (;;) yield { cpu: null, before: null, memory: { usedBytes: 3 * gibibyte, inactiveFileBytes: gibibyte } };
      },
    } as unknown as EngineReader;

    expect((await readHeadroom(reader, machine)).lines[1]).toEqual({ says: 'what running-0, running-1 use now, without a limit', bytes: 2 * gibibyte, isAtLeast: true });
    expect(measured).toEqual(['running-0', 'running-1']);
  });

  test('asks about a hundred at most, and says of the rest that it did not', async () => {
    const { reader, asked } = readerOf(rows(130));

    const headroom = await readHeadroom(reader, machine);

    expect(asked).toHaveLength(100);
    expect(headroom).toMatchObject({ isAtMost: true, lines: expect.arrayContaining([{ says: '30 running containers more, not asked about', bytes: null }]) });
  });

  test('leaves out what is gone before it is asked about', async () => {
    const { reader } = readerOf(rows(2), new Set(['running-1']));

    expect((await readHeadroom(reader, machine)).lines[0]).toMatchObject({ says: 'what 1 running container may use at most' });
  });

  test('takes an engine with another amount of memory, as in a virtual machine, for another machine', () => {
    const facts = { ...factsOf('lab'), memoryBytes: 4 * gibibyte };

    expect(isThisMachine(facts, 16 * gibibyte)).toBe(false);
    expect(isThisMachine(facts, 4 * gibibyte + 1)).toBe(true);
  });
});

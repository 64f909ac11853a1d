import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toUsageCounters } from '../../electron/host/engine/docker-usage.ts';
import { EngineFault } from '../../electron/host/engine/engine-reader.ts';
import { followUsage } from '../../electron/host/execution/follow-usage.ts';
import type { EngineReader } from '../../electron/host/engine/engine-reader.ts';
import type { UsageNotice } from '../../shared/bridge-values.ts';
import type { ContainerReading } from '../../shared/engine-readings.ts';
import { cpuMilliOfText, cpuText, memoryBytesOfText, memoryText, memoryUsedText } from '../../shared/quantities.ts';
import { factNames } from '../../shared/facts.ts';
import { admittedLimits, cpuMilliOf, memoryInUse, type UsageCounters } from '../../shared/usage.ts';
import { theContainer } from '../support/memory-guest.ts';

const cpu = (usedNanos: number, machineNanos: number, processors = 4) => ({ usedNanos, machineNanos, processors });
const second = 1e9;

describe('CPU in use, from two readings', () => {
  test('is the share of the machine’s time, times its processors', () => {
    expect(cpuMilliOf({ before: cpu(0, 0), cpu: cpu(second, 4 * second) })).toBe(1000);
    expect(cpuMilliOf({ before: cpu(5 * second, 40 * second, 2), cpu: cpu(5.25 * second, 42 * second, 2) })).toBe(250);
  });

  test('of a container that did nothing is 0, which is a reading', () => {
    expect(cpuMilliOf({ before: cpu(second, second), cpu: cpu(second, 5 * second) })).toBe(0);
  });

  test('cannot be told of the first reading, which has none before it', () => {
    expect(cpuMilliOf({ before: null, cpu: cpu(second, 4 * second) })).toBeNull();
  });

  test('cannot be told where a counter went back: the container was started anew', () => {
    expect(cpuMilliOf({ before: cpu(9 * second, 40 * second), cpu: cpu(second, 44 * second) })).toBeNull();
    expect(cpuMilliOf({ before: cpu(second, 44 * second), cpu: cpu(2 * second, 4 * second) })).toBeNull();
  });

  test('cannot be told where no time went by, or the engine counts none', () => {
    expect(cpuMilliOf({ before: cpu(second, 4 * second), cpu: cpu(second, 4 * second) })).toBeNull();
    expect(cpuMilliOf({ before: cpu(0, 0), cpu: null })).toBeNull();
  });
});

describe('memory in use', () => {
  test('leaves out the pages of files that are given up first', () => {
    expect(memoryInUse({ usedBytes: 100, inactiveFileBytes: 30 })).toBe(70);
  });

  test('is all of it where more is said to be given up than there is', () => {
    expect(memoryInUse({ usedBytes: 100, inactiveFileBytes: 100 })).toBe(100);
    expect(memoryInUse({ usedBytes: 100, inactiveFileBytes: 130 })).toBe(100);
  });
});

const stats = (change: object = {}): string => JSON.stringify({
  read: '2026-03-04T14:00:01Z',
  cpu_stats: { cpu_usage: { total_usage: 2e9 }, system_cpu_usage: 8e9, online_cpus: 4 },
  precpu_stats: { cpu_usage: { total_usage: 1e9 }, system_cpu_usage: 4e9, online_cpus: 4 },
  memory_stats: { usage: 1000, stats: { inactive_file: 100 } },
  ...change,
});

describe('a line of an engine’s statistics', () => {
  test('is read as counters, with those before it', () => {
    expect(toUsageCounters(stats())).toEqual<UsageCounters>({ cpu: cpu(2e9, 8e9), before: cpu(1e9, 4e9), memory: { usedBytes: 1000, inactiveFileBytes: 100 } });
  });

  test('of cgroup v1 counts what is below it too, under the name that v1 has for that', () => {
    expect(toUsageCounters(stats({ memory_stats: { usage: 1000, stats: { total_inactive_file: 250, inactive_file: 100 } } }))?.memory.inactiveFileBytes).toBe(250);
    expect(toUsageCounters(stats({ memory_stats: { usage: 1000 } }))?.memory.inactiveFileBytes).toBe(0);
  });

  test('that is the first has nothing before it, however the engine writes that', () => {
    expect(toUsageCounters(stats({ precpu_stats: { cpu_usage: { total_usage: 0 } } }))?.before).toBeNull();
    expect(toUsageCounters(stats({ precpu_stats: undefined }))?.before).toBeNull();
    expect(toUsageCounters(stats({ precpu_stats: null }))?.before).toBeNull();
  });

  test('of an older engine counts the processors by their own times', () => {
    const times = { cpu_usage: { total_usage: 2e9, percpu_usage: [1e9, 1e9] }, system_cpu_usage: 8e9 };
    expect(toUsageCounters(stats({ cpu_stats: times }))?.cpu).toEqual(cpu(2e9, 8e9, 2));
  });

  test('of a container that does not run is no reading', () => {
    expect(toUsageCounters(stats({ read: '0001-01-01T00:00:00Z', cpu_stats: { cpu_usage: { total_usage: 0 } }, precpu_stats: { cpu_usage: { total_usage: 0 } }, memory_stats: {} }))).toBeNull();
    expect(toUsageCounters(stats({ memory_stats: null }))).toBeNull();
  });

  test('that does not fit is a fault', () => {
    expect(() => toUsageCounters('{"read": 1}')).toThrow(EngineFault);
    expect(() => toUsageCounters('not JSON')).toThrow(EngineFault);
  });
});

describe('what is admitted as a limit', () => {
  const admitted = (value: readonly { readonly aspect: 'cpu' | 'memory'; readonly value: string | null; readonly source: string }[]) => ({ admitted: { value, seq: 1, at: '2026-03-04T14:00:00.000Z' as never } });

  test('is what the engine’s own words say', () => {
    expect(admittedLimits(admitted([{ aspect: 'cpu', value: '0.5 CPU', source: '' }, { aspect: 'memory', value: '64 MiB', source: '' }]))).toEqual({ cpuMilli: 500, memoryBytes: 64 * 1024 ** 2 });
  });

  test('is nothing where the engine admits none, or was not asked', () => {
    expect(admittedLimits(admitted([{ aspect: 'cpu', value: 'unlimited', source: '' }, { aspect: 'memory', value: null, source: '' }]))).toEqual({ cpuMilli: null, memoryBytes: null });
    expect(admittedLimits({})).toEqual({ cpuMilli: null, memoryBytes: null });
  });

  test.each([1, 125, 500, 1000, 2500, 64_000])('of %d thousandths of a processor is read back as it was written', (milli) => {
    expect(cpuMilliOfText(cpuText(milli))).toBeCloseTo(milli, 6);
  });

  test.each([1, 1000, 1024, 1025, 64 * 1024 ** 2, 3 * 1024 ** 3])('of %d bytes is read back as it was written', (bytes) => {
    expect(memoryBytesOfText(memoryText(bytes))).toBe(bytes);
  });

  test('what is used is told in the units of the limits, rounded', () => {
    expect([0, 900, 1023.99, 43_306_000, 400 * 1024 ** 2, 5.26 * 1024 ** 3].map(memoryUsedText)).toEqual(['0 B', '900 B', '1 KiB', '41.3 MiB', '400 MiB', '5.3 GiB']);
  });
});

describe('following what a container uses', () => {
  const counters = { cpu: cpu(2e9, 8e9), before: cpu(1e9, 4e9), memory: { usedBytes: 1000, inactiveFileBytes: 100 } };
  const follow = async (usage: EngineReader['usage'], signal = new AbortController().signal, container: ContainerReading | null = null) => {
    const said: UsageNotice[] = [];
    const reader: Partial<EngineReader> = { usage, inspectContainer: () => Promise.resolve(container) };
    await followUsage(reader as EngineReader, { usage: 'one', container: theContainer, signal }, (notice) => { said.push(notice); });
    return said;
  };

  test('tells each reading, that there is none, and the end', async () => {
    const said = await follow(async function* () { yield counters; yield null; });

    expect(said).toEqual([
      { usage: 'one', reading: { at: expect.stringMatching(/Z$/), cpuMilli: 1000, memoryBytes: 900 } },
      { usage: 'one', reading: null },
      { usage: 'one', ended: 'the engine has no such container any more' },
    ]);
  });

  test('does not say that it is gone where only the statistics ended', async () => {
    expect(await follow(async function* () { /* nothing came */ }, undefined, { state: 'running' } as ContainerReading)).toEqual([{ usage: 'one', ended: 'the engine ended its statistics' }]);
  });

  test('says why it broke off', async () => {
    expect(await follow(async function* () { yield await Promise.reject(new EngineFault('the answer was cut')); })).toEqual([{ usage: 'one', ended: 'the answer was cut' }]);
  });

  test('says nothing once nobody looks', async () => {
    const over = new AbortController();

    const said = await follow(async function* () { yield counters; over.abort(); yield counters; }, over.signal);

    expect(said).toHaveLength(1);
  });

  test('writes nothing: what is used is no fact, and its code knows no journal', () => {
    const code = ['execution/follow-usage.ts', 'open-streams.ts', 'requests/usage-requests.ts'].map((file) => readFileSync(path.resolve(import.meta.dirname, '../../electron/host', file), 'utf8')).join('\n');

    expect(code).not.toMatch(/journal|append|observation/i);
    expect(factNames).not.toContain('usage');
  });
});

import type { Binding } from './binding.ts';
import type { Aspect } from './facts.ts';
import type { Instant } from './ids.ts';
import { cpuMilliOfText, memoryBytesOfText } from './quantities.ts';

/** Counters that only grow while a container runs. */
export interface CpuCounters {
  /** Time that the container was given on all processors together. */
  readonly usedNanos: number;
  /** Time that went by on all processors of the machine together. */
  readonly machineNanos: number;
  readonly processors: number;
}

/** What an engine counts of one running container, a moment after `before`. */
export interface UsageCounters {
  readonly cpu: CpuCounters | null;
  readonly before: CpuCounters | null;
  readonly memory: {
    readonly usedBytes: number;
    /** Of that, pages of files that nothing has used lately: the kernel gives them up before anything else. */
    readonly inactiveFileBytes: number;
  };
}

/** What a container uses at one moment: an observation that passes, and no receipt. */
export interface UsageReading {
  readonly at: Instant;
  /** `null` where it cannot be told. */
  readonly cpuMilli: number | null;
  readonly memoryBytes: number;
}

/**
 * Thousandths of a processor, from two readings: the container's share of the time that went by, times the processors. A
 * tenth of it is what `docker stats` calls percent (`calculateCPUPercentUnix` in docker/cli); unlike there, what cannot be
 * told is not 0: the first reading has none before it, and a counter that went back is another start's.
 */
export function cpuMilliOf({ cpu, before }: Pick<UsageCounters, 'cpu' | 'before'>): number | null {
  if (cpu === null || before === null) return null;
  const used = cpu.usedNanos - before.usedNanos;
  const passed = cpu.machineNanos - before.machineNanos;
  return used < 0 || passed <= 0 ? null : (used / passed) * cpu.processors * 1000;
}

/** Without the pages that are given up first, as `calculateMemUsageUnixNoCache` in docker/cli, cAdvisor and the kubelet count it. */
export const memoryInUse = ({ usedBytes, inactiveFileBytes }: UsageCounters['memory']): number => (inactiveFileBytes < usedBytes ? usedBytes - inactiveFileBytes : usedBytes);

/** What the engine admitted; `null` where it was not asked yet, or admits no limit. */
export interface AdmittedLimits {
  readonly cpuMilli: number | null;
  readonly memoryBytes: number | null;
}

export function admittedLimits({ admitted }: Pick<Binding, 'admitted'>): AdmittedLimits {
  const textOf = (aspect: Aspect): string => admitted?.value.find((reading) => reading.aspect === aspect)?.value ?? '';
  return { cpuMilli: cpuMilliOfText(textOf('cpu')), memoryBytes: memoryBytesOfText(textOf('memory')) };
}

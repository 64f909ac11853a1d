/** What one container may use, or that nothing bounds it. Memory in bytes, CPU in thousandths. */
export interface Usage {
  readonly name: string;
  /** 0: without a limit. */
  readonly memoryBytes: number;
  readonly cpuMilli: number;
  /** Of one without a limit: what it uses now; null where that was not told. */
  readonly usedBytes?: number | null;
}

interface Given {
  readonly memoryBytes: number;
}

export interface HeadroomReading {
  /** Of the engine's machine; of its virtual machine, where the engine runs in one. */
  readonly totalBytes: number;
  readonly totalCpuMilli: number;
  /** Containers that run: what does not run uses nothing now. */
  readonly running: readonly Usage[];
  /** Run too, and were not asked about. */
  readonly unread: number;
  /** Workers of this console that are still to run: what they were given to use. */
  readonly waiting: readonly Given[];
  /** Those that ended and were not taken back: they use nothing until they are launched again. */
  readonly ended: readonly Given[];
  /** Other engines that take from the same machine. */
  readonly neighbours: readonly string[];
  /** What this console uses of that machine; null where it runs on another one. */
  readonly consoleBytes: number | null;
}

export interface HeadroomLine {
  readonly says: string;
  /** Taken off the total; null where nobody knows how much. */
  readonly bytes: number | null;
  /** It may be more at any moment. */
  readonly isAtLeast?: true;
}

export interface Headroom {
  readonly totalBytes: number;
  readonly lines: readonly HeadroomLine[];
  /** What is left, at most. */
  readonly leftBytes: number;
  /** Something that takes part of it is not known: it may be any less. */
  readonly isAtMost: boolean;
  /** Not taken off: what workers that ended would use if they were launched again. */
  readonly ended: { readonly count: number; readonly bytes: number };
  readonly cpu: { readonly totalMilli: number; readonly promisedMilli: number; readonly unlimited: number };
}

/** Assumed, not measured: the engine, what supervises its containers, and the system around them. */
export const reservedBytes = 512 * 1024 ** 2;

/** Memory that is left for another worker. What containers may use counts, not what they happen to use now. */
export function headroomOf({ totalBytes, totalCpuMilli, running, unread, waiting, ended, neighbours, consoleBytes }: HeadroomReading): Headroom {
  const limited = running.filter(({ memoryBytes }) => memoryBytes > 0);
  const unlimited = running.filter(({ memoryBytes }) => memoryBytes === 0);
  const lines = [
    line(limited.length > 0, `what ${counted(limited.length)} may use at most`, totalOf(limited)),
    line(waiting.length > 0, `what ${waiting.length} ${waiting.length === 1 ? 'worker' : 'workers'} of this console may use once started`, totalOf(waiting)),
    unlimitedLine(unlimited),
    line(unread > 0, `${counted(unread)} more, not asked about`, null),
    line(neighbours.length > 0, `what runs on the same machine by ${neighbours.join(', ')}`, null),
    line(consoleBytes !== null, 'this console, measured', consoleBytes),
    line(true, 'the engine and the system around it, assumed', reservedBytes),
  ].flat();
  return {
    totalBytes,
    lines,
    leftBytes: Math.max(0, totalBytes - sum(lines.map(({ bytes }) => bytes ?? 0))),
    isAtMost: lines.some(({ bytes, isAtLeast }) => bytes === null || isAtLeast),
    ended: { count: ended.length, bytes: totalOf(ended) },
    cpu: { totalMilli: totalCpuMilli, promisedMilli: sum(running.map(({ cpuMilli }) => cpuMilli)), unlimited: running.filter(({ cpuMilli }) => cpuMilli === 0).length + unread },
  };
}

/** What bounds nothing takes at least what it uses now. */
function unlimitedLine(unlimited: readonly Usage[]): readonly HeadroomLine[] {
  if (unlimited.length === 0) return [];
  const used = unlimited.flatMap(({ usedBytes }) => usedBytes ?? []);
  return used.length === 0 ? [{ says: `${named(unlimited)}, without a limit`, bytes: null }] : [{ says: `what ${named(unlimited)} ${unlimited.length === 1 ? 'uses' : 'use'} now, without a limit`, bytes: sum(used), isAtLeast: true }];
}

const line = (isThere: boolean, says: string, bytes: number | null): readonly HeadroomLine[] => (isThere ? [{ says, bytes }] : []);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const totalOf = (given: readonly Given[]): number => sum(given.map(({ memoryBytes }) => memoryBytes));

const counted = (count: number): string => `${count} running ${count === 1 ? 'container' : 'containers'}`;

const mostNamed = 3;

function named(containers: readonly Usage[]): string {
  const names = containers.slice(0, mostNamed).map(({ name }) => name).join(', ');
  return containers.length > mostNamed ? `${names} and ${containers.length - mostNamed} more` : names;
}

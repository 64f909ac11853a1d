/** What one container may use, or that nothing bounds it. Memory in bytes, CPU in thousandths. */
export interface Usage {
  readonly name: string;
  /** 0: without a limit. */
  readonly memoryBytes: number;
  readonly cpuMilli: number;
}

export interface HeadroomReading {
  /** Of the engine's machine; of its virtual machine, where the engine runs in one. */
  readonly totalBytes: number;
  readonly totalCpuMilli: number;
  /** Containers that run: what does not run uses nothing. */
  readonly running: readonly Usage[];
  /** Run too, and were not asked about. */
  readonly unread: number;
  /** What this console uses of that machine; null where it runs on another one. */
  readonly consoleBytes: number | null;
}

export interface HeadroomLine {
  readonly says: string;
  /** Taken off the total; null where nobody knows how much. */
  readonly bytes: number | null;
}

export interface Headroom {
  readonly totalBytes: number;
  readonly lines: readonly HeadroomLine[];
  /** What is left, at most. */
  readonly leftBytes: number;
  /** Something that takes part of it is not known: it may be any less. */
  readonly isAtMost: boolean;
  readonly cpu: { readonly totalMilli: number; readonly promisedMilli: number; readonly unlimited: number };
}

/** Assumed, not measured: the engine, what supervises its containers, and the system around them. */
export const reservedBytes = 512 * 1024 ** 2;

/** Memory that is left for another worker. What containers may use counts, not what they happen to use now. */
export function headroomOf({ totalBytes, totalCpuMilli, running, unread, consoleBytes }: HeadroomReading): Headroom {
  const limited = running.filter(({ memoryBytes }) => memoryBytes > 0);
  const unlimited = running.filter(({ memoryBytes }) => memoryBytes === 0);
  const lines = [
    line(limited.length > 0, `what ${counted(limited.length)} may use at most`, sum(limited.map(({ memoryBytes }) => memoryBytes))),
    line(unlimited.length > 0, `${named(unlimited)}, without a limit`, null),
    line(unread > 0, `${counted(unread)} more, not asked about`, null),
    line(consoleBytes !== null, 'this console, measured', consoleBytes),
    line(true, 'the engine and the system around it, assumed', reservedBytes),
  ].flat();
  return {
    totalBytes,
    lines,
    leftBytes: Math.max(0, totalBytes - sum(lines.map(({ bytes }) => bytes ?? 0))),
    isAtMost: lines.some(({ bytes }) => bytes === null),
    cpu: { totalMilli: totalCpuMilli, promisedMilli: sum(running.map(({ cpuMilli }) => cpuMilli)), unlimited: running.filter(({ cpuMilli }) => cpuMilli === 0).length + unread },
  };
}

const line = (isThere: boolean, says: string, bytes: number | null): readonly HeadroomLine[] => (isThere ? [{ says, bytes }] : []);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const counted = (count: number): string => `${count} running ${count === 1 ? 'container' : 'containers'}`;

const mostNamed = 3;

function named(containers: readonly Usage[]): string {
  const names = containers.slice(0, mostNamed).map(({ name }) => name).join(', ');
  return containers.length > mostNamed ? `${names} and ${containers.length - mostNamed} more` : names;
}

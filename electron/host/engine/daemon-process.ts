import { readFileSync } from 'node:fs';

/** A process as the kernel describes it. A pid alone is reused; a pid with its start time in one boot is not. */
export interface ProcessReading {
  readonly startTicks: string;
  readonly argv: readonly string[];
}

/** `null` when there is no such process any more; one that only waits to be reaped is gone too. */
export function readProcess(pid: number): ProcessReading | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  const commandLine = readIfThere(`/proc/${pid}/cmdline`);
  if (stat === null || commandLine === null) return null;
  // The second field is the program's name in parentheses, and it may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === undefined || startTicks === undefined || state === 'Z' || state === 'X') return null;
  return { startTicks, argv: commandLine.split('\0').slice(0, -1) };
}

export const readBootId = (): string => readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? '';

export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

/** ESRCH is what /proc answers when the process ends between open and read. */
function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ESRCH';
}

/** One text per quantity, so that what was asked, admitted and seen can be compared. */
export const cpuText = (milli: number): string => `${trim(milli / 1000, 3)} CPU`;

/** The other way round; `null` for what names no limit. */
export function cpuMilliOfText(text: string): number | null {
  const number = /^(\d+(?:\.\d+)?) CPU$/.exec(text)?.[1];
  return number === undefined ? null : Number(number) * 1000;
}

/** Of what is used: two digits are as much as a moment is worth. */
export const cpuUsedText = (milli: number): string => `${(milli / 1000).toFixed(2)} CPU`;

export const pidsText = (pids: number): string => `${pids} processes`;

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in powers of 1000, as in `1.2 kB`. */
export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // What would round to 1000 of a unit is one of the next.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${trim(value, value < 10 && unit > 0 ? 1 : 0)} ${units[unit]}`;
}

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Memory limits in powers of 1024, exact: falls back to the smaller unit rather than rounding. */
export function memoryText(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1024 && value % 1024 === 0 && unit < binaryUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value} ${binaryUnits[unit]}`;
}

/** The other way round; `null` for what names no limit. */
export function memoryBytesOfText(text: string): number | null {
  const [, number, unit] = /^(\d+) (\w+)$/.exec(text) ?? [];
  const power = binaryUnits.findIndex((known) => known === unit);
  return power < 0 ? null : Number(number) * 1024 ** power;
}

/** Rounded, in the units of the limits: `41.3 MiB`. */
export function memoryUsedText(bytes: number): string {
  let unit = 0;
  let value = bytes;
  while (value >= 1023.95 && unit < binaryUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${trim(value, unit > 0 && value < 100 ? 1 : 0)} ${binaryUnits[unit]}`;
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 90) return `${trim(seconds, seconds < 10 ? 1 : 0)} s`;
  const minutes = seconds / 60;
  if (minutes < 90) return `${Math.round(minutes)} min`;
  const hours = minutes / 60;
  return hours < 48 ? `${Math.round(hours)} h` : `${Math.round(hours / 24)} d`;
}

/** `20,034`. */
export const numberText = (value: number): string => value.toLocaleString('en-US');

export const countText = (count: number, one: string, many = `${one}s`): string => `${numberText(count)} ${count === 1 ? one : many}`;

const trim = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

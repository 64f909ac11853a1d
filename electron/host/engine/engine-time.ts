import { instantOf, type Instant } from '../../../shared/ids.ts';
/** RFC 3339 as engines write it: any number of decimals, and with Podman an offset. */
const pattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/**
 * An engine's time in UTC with nine decimals, so that two of them compare as texts. Empty for "never", which engines
 * write as the year 1; what is no time is kept as it is.
 */
export function toEngineTime(text: string): string {
  const [, seconds, decimals = '', zone] = pattern.exec(text) ?? [];
  if (seconds === undefined || zone === undefined) return text;
  if (seconds.startsWith('0001-')) return '';
  return `${new Date(`${seconds}${zone}`).toISOString().slice(0, 19)}.${decimals.padEnd(9, '0')}Z`;
}

/** Seconds and nanoseconds since 1970, as a Docker engine wants a time in a query. */
export function toQueryTime(text: string): string {
  const time = toEngineTime(text);
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) throw new RangeError(`not a time: ${text}`);
  return `${Math.floor(milliseconds / 1000)}.${time.slice(20, 29)}`;
}

/** A time by the engine's own clock, as a receipt holds it beside the console's: to the millisecond, and only where it was told. */
export function engineInstant(told: string): { readonly engineAt?: Instant } {
  return pattern.test(told) && !told.startsWith('0001-') ? { engineAt: instantOf(Date.parse(told)) } : {};
}

import type { Instant } from '../../../shared/ids.ts';

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A day as it is typed, where the person is. */
export function dayOf(at: Instant | undefined): string {
  if (at === undefined) return '';
  const date = new Date(at);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The first millisecond of that day, or the last. Nothing for what is no day. */
export function instantIn(day: string, end: 'first' | 'last'): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const date = new Date(`${day}T${end === 'first' ? '00:00:00.000' : '23:59:59.999'}`);
  if (Number.isNaN(date.getTime())) return undefined;
  const at = date.toISOString() as Instant;
  // The 30th of February would be one of March.
  return dayOf(at) === day ? at : undefined;
}

const options = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;

const formats = new Map<string, { readonly time: Intl.DateTimeFormat; readonly date: Intl.DateTimeFormat }>();

function formatsOf(zone: string | undefined) {
  const key = zone ?? '';
  const known = formats.get(key);
  if (known) return known;
  const timeZone = zone === undefined ? {} : { timeZone: zone };
  const made = {
    time: new Intl.DateTimeFormat('en-GB', { ...options, ...timeZone }),
    date: new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', ...timeZone }),
  };
  formats.set(key, made);
  return made;
}

/** `14:03:05 CET`: never a time without its zone. */
export const timeText = (at: string, zone?: string): string => formatsOf(zone).time.format(new Date(at));

/** `14:03:05.211`, for columns whose zone is said once beside them. */
export const clockText = (at: string): string => preciseFormat.format(new Date(at));

/** The zone such a column is in. */
export const zoneText = (at: string): string => formatsOf(undefined).time.formatToParts(new Date(at)).find(({ type }) => type === 'timeZoneName')?.value ?? '';

const preciseFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3, hourCycle: 'h23' });

export const dateText = (at: string, zone?: string): string => formatsOf(zone).date.format(new Date(at));

export const instantText = (at: string, zone?: string): string => `${dateText(at, zone)} ${timeText(at, zone)}`;

/** Leaves the date out on the day it happened. */
export const recentText = (at: string, today: string, zone?: string): string => (dateText(at, zone) === today ? timeText(at, zone) : instantText(at, zone));

/** Whether a text is a time that can be shown: engines also say nothing, or a year one. */
export const isInstant = (at: string): boolean => !Number.isNaN(Date.parse(at)) && !at.startsWith('0001-');

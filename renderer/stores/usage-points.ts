/** What was used at one moment, in milliseconds of the console's own clock. */
export interface UsagePoint {
  readonly at: number;
  readonly cpuMilli: number | null;
  readonly memoryBytes: number;
}

export const shownMilliseconds = 10 * 60_000;
/** An engine reads about once a second; one that reads more often gets no more room. */
export const mostPoints = 700;
/** What lies further apart than this has something missing between it. */
const longestStep = 3_000;

export const withPoint = (points: readonly UsagePoint[], point: UsagePoint): readonly UsagePoint[] =>
  [...points.filter(({ at }) => at > point.at - shownMilliseconds), point].slice(-mostPoints);

export type Measure = 'cpuMilli' | 'memoryBytes';

/** Seconds and values as they are drawn: what is missing is a gap, and is never drawn through. */
export function lineOf(points: readonly UsagePoint[], measure: Measure): readonly [times: readonly number[], values: readonly (number | null)[]] {
  const times: number[] = [];
  const values: (number | null)[] = [];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before && point.at - before.at > longestStep) {
      times.push((before.at + 1) / 1000);
      values.push(null);
    }
    times.push(point.at / 1000);
    values.push(point[measure]);
  }
  return [times, values];
}

export function peakOf(points: readonly UsagePoint[], measure: Measure): number | null {
  const known = points.flatMap((point) => point[measure] ?? []);
  return known.length > 0 ? Math.max(...known) : null;
}

/** From nothing to a little over the limit, or the peak where that is higher: a line lies where it stands to its limit. */
export function scaleOf(limit: number | null, peak: number | null, least: number): { readonly top: number; readonly ticks: readonly number[] } {
  const most = limit ?? Math.max(peak ?? 0, least);
  return { top: Math.max(most, peak ?? 0) * 1.12, ticks: [0, most / 2, most] };
}

/** The moments between which a plot is drawn. With `step` it moves on in steps, for whom a plot that creeps is a distraction. */
export function spanOf(now: number, step: number): readonly [from: number, to: number] {
  const to = Math.ceil(now / step) * step;
  return [(to - shownMilliseconds) / 1000, to / 1000];
}

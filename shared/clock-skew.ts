import { durationText } from './quantities.ts';

/** A difference up to this says nothing: beyond it, times of both clocks cannot be read beside each other. */
const mostSkewMs = 2000;

/** How far another clock is ahead of ours, at least: what the question and its answer may have taken is given to it. */
export function clockSkew(theirs: number, asked: number, answered: number): number {
  const between = theirs - (asked + answered) / 2;
  return Math.sign(between) * Math.max(0, Math.abs(between) - (answered - asked) / 2);
}

/** Undefined where the clocks agree well enough. */
export function skewText(skewMs: number | undefined): string | undefined {
  if (skewMs === undefined || Math.abs(skewMs) <= mostSkewMs) return undefined;
  return `${durationText(Math.abs(skewMs))} ${skewMs > 0 ? 'ahead of' : 'behind'} this console’s clock: order by receipts, not by times`;
}

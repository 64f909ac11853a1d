import { describe, expect, test } from 'vitest';
import { clockSkew, skewText } from '../../shared/clock-skew.ts';

describe('B14 113: a clock that is off', () => {
  test.each([
    [10_000, 1000, 1000, 9000],
    [1000, 10_000, 10_000, -9000],
    // What the way may have taken is no difference of clocks.
    [10_000, 1000, 11_000, 0],
    [10_000, 1000, 5000, 5000],
  ])('is off by no less than its %i between our %i and %i shows', (theirs, asked, answered, skew) => {
    expect(clockSkew(theirs, asked, answered)).toBe(skew);
  });

  test('is told from two seconds on, in which direction, and that receipts give the order', () => {
    expect([skewText(undefined), skewText(2000), skewText(-2000)]).toEqual([undefined, undefined, undefined]);
    expect(skewText(9000)).toBe('9 s ahead of this console’s clock: order by receipts, not by times');
    expect(skewText(-61_000)).toContain('61 s behind');
    expect(skewText(-28_718_620_000)).toContain('332 d behind');
  });
});

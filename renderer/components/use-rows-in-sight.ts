import { useCallback, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

interface Options {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly count: number;
  /** Of every row, in pixels. */
  readonly rowHeight: number;
  /** What stays at the top over the rows, in pixels. */
  readonly headHeight?: number;
  /** How far down the list is at first, in pixels. */
  readonly startAt?: number;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** Rows drawn beyond either edge, so that a turn of the wheel shows no gap. */
const around = 6;
/** Before anybody can measure, a screenful is guessed. */
const guessedHeight = 1000;

/** Which rows of a long list are drawn. All have one height, so a list of a million costs what a short one does. */
export function useRowsInSight({ scroll, count, rowHeight, headHeight = 0, startAt = 0 }: Options) {
  const [range, setRange] = useState(() => rangeAt(startAt, guessedHeight, rowHeight));

  const begin = useEffectEvent((element: HTMLDivElement) => { if (startAt > 0) element.scrollTo(0, startAt); });

  useLayoutEffect(() => {
    const element = scroll.current;
    if (!element) return;
    begin(element);
    const look = (): void => { setRange((before) => sameOr(before, rangeAt(element.scrollTop, element.clientHeight, rowHeight))); };
    // Drawn within the frame that scrolls: later, somebody would see the gap.
    const lookAtOnce = (): void => { flushSync(look); };
    element.addEventListener('scroll', lookAtOnce, { passive: true });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => {
      element.removeEventListener('scroll', lookAtOnce);
      sizes.disconnect();
    };
  }, [scroll, rowHeight]);

  /** Scrolls no further than needed. */
  const toIndex = useCallback((index: number) => {
    const element = scroll.current;
    if (!element) return;
    const top = index * rowHeight;
    const lowest = top + rowHeight + headHeight - element.clientHeight;
    if (top < element.scrollTop) element.scrollTo(0, top);
    else if (lowest > element.scrollTop) element.scrollTo(0, lowest);
  }, [scroll, rowHeight, headHeight]);

  const first = Math.max(0, Math.min(range.first, count - 1));
  const last = Math.min(range.last, count - 1);
  return { first, last, rows: Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at), height: count * rowHeight, toIndex };
}

function rangeAt(top: number, height: number, rowHeight: number): Range {
  return { first: Math.max(0, Math.floor(top / rowHeight) - around), last: Math.ceil((top + height) / rowHeight) + around };
}

const sameOr = (before: Range, now: Range): Range => (before.first === now.first && before.last === now.last ? before : now);

import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Rows added on top must not push away what a person is reading: the list moves with them unless it is at its top. */
export function useKeptPlace(scroll: RefObject<HTMLDivElement | null>, added: number, rowHeight: number, shift: (rows: number, atTop: boolean) => void): void {
  const before = useRef(added);
  useLayoutEffect(() => {
    const rows = added - before.current;
    before.current = added;
    const element = scroll.current;
    if (rows <= 0 || !element) return;
    const atTop = element.scrollTop === 0;
    if (!atTop) element.scrollBy(0, rows * rowHeight);
    shift(rows, atTop);
  }, [added, rowHeight, scroll, shift]);
}

import { useCallback, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { movedBy } from './grid-keys.ts';

interface Options {
  readonly count: number;
  readonly start: number;
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly rowHeight: number;
  readonly headHeight: number;
  readonly toIndex: (index: number) => void;
  readonly open: (index: number) => void;
}

/** The one row a key acts on. The grid keeps the focus; the row is named by `aria-activedescendant`. */
export function useGridCursor({ count, start, scroll, rowHeight, headHeight, toIndex, open }: Options) {
  const [wanted, setWanted] = useState(start);
  const index = Math.max(0, Math.min(wanted, count - 1));

  const goTo = (next: number): void => {
    setWanted(next);
    toIndex(next);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      open(index);
      return;
    }
    const page = Math.max(1, Math.floor(((scroll.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1);
    const next = movedBy(event.key, index, count, page);
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };

  /** Who comes by keys must see where they are. */
  const onFocus = (event: FocusEvent): void => {
    if (event.target === event.currentTarget && event.target.matches(':focus-visible') && count > 0) toIndex(index);
  };

  const shift = useCallback((rows: number, atTop: boolean) => {
    setWanted((current) => (atTop && current === 0 ? 0 : current + rows));
  }, []);

  return { index, onKeyDown, onFocus, goTo, moveTo: setWanted, shift };
}

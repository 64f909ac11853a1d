import { useEffect, useRef } from 'react';
import { placeOf, type Route } from '../../routing/route.ts';

/** A new view is announced by its heading: the focus moves there, except when the window has just opened. */
export function useHeadingFocus(route: Route): void {
  const place = placeOf(route);
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    document.querySelector<HTMLElement>('h1')?.focus();
  }, [place]);
}

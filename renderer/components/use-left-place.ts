import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import type { ListPlace } from '../stores/list-place.ts';

/** Tells where in the list somebody was when it goes out of sight. */
export function useLeftPlace(scroll: RefObject<HTMLDivElement | null>, index: number, onLeave: ((place: ListPlace) => void) | undefined): void {
  const leave = useEffectEvent((scrollTop: number) => { onLeave?.({ scrollTop, index }); });
  useLayoutEffect(() => {
    const element = scroll.current;
    return () => { if (element) leave(element.scrollTop); };
  }, [scroll]);
}

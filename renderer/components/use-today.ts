import { useSyncExternalStore } from 'react';
import { dateText } from '../words/instant-text.ts';

const whenShown = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => { document.removeEventListener('visibilitychange', changed); };
};

const today = (): string => dateText(new Date().toISOString());

/** The date of today, as times are shown: what happened today is shown without one. */
export const useToday = (): string => useSyncExternalStore(whenShown, today);

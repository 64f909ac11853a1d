import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, now and later. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback((changed: () => void) => {
    const media = window.matchMedia(query);
    media.addEventListener('change', changed);
    return () => { media.removeEventListener('change', changed); };
  }, [query]);
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

const whenVisible = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed);
  return () => { document.removeEventListener('visibilitychange', changed); };
};

/** False while the window is minimised or covered. */
export const useVisible = (): boolean => useSyncExternalStore(whenVisible, () => !document.hidden);

import { useMemo, useSyncExternalStore } from 'react';
import { hrefOf, parseRoute, type Route } from './route.ts';

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

const currentHash = (): string => window.location.hash;

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, currentHash);
  return useMemo(() => parseRoute(hash), [hash]);
}

export function navigate(route: Route): void {
  window.location.hash = hrefOf(route);
}

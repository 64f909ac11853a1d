import { useSyncExternalStore } from 'react';

const dark = '(prefers-color-scheme: dark)';

function whenThemed(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const system = window.matchMedia(dark);
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}

const themeNow = (): string => document.documentElement.dataset['theme'] ?? (window.matchMedia(dark).matches ? 'dark' : 'light');

/** Which theme is shown, for what is not drawn by style sheets. */
export const useTheme = (): string => useSyncExternalStore(whenThemed, themeNow);

/** What a colour of the tokens is in the theme that is shown: a custom property itself keeps its light and its dark value. */
export function colourOf(element: HTMLElement, token: `--${string}`): string {
  const { color } = element.style;
  element.style.color = `var(${token})`;
  const shown = getComputedStyle(element).color;
  element.style.color = color;
  return shown;
}

import type { Route } from './route.ts';

export interface Shortcut {
  readonly keys: string;
  readonly does: string;
}

/** The keys of the window, in the order in which they are shown. */
export const shortcuts: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: 'Ctrl K', does: 'Find a view or a worker, or do something' },
      { keys: 'Ctrl 1', does: 'Inbox' },
      { keys: 'Ctrl 2', does: 'Workers' },
      { keys: 'Ctrl 3', does: 'Environments' },
      { keys: 'Ctrl 4', does: 'Ledger' },
      { keys: 'Ctrl 5', does: 'Settings' },
      { keys: 'Ctrl N', does: 'New worker' },
      { keys: 'Alt ←', does: 'Back' },
      { keys: 'Alt →', does: 'Forward' },
      { keys: '?', does: 'This list' },
    ],
  },
  {
    title: 'In a list',
    shortcuts: [
      { keys: '↑ ↓', does: 'One row' },
      { keys: 'Page Up, Page Down', does: 'One screenful' },
      { keys: 'Home, End', does: 'First and last row' },
      { keys: 'Enter', does: 'Open the row' },
    ],
  },
  {
    title: 'In lists of arguments',
    shortcuts: [
      { keys: 'Enter', does: 'Add one below' },
      { keys: 'Backspace', does: 'Take out an empty one' },
    ],
  },
];

export type KeyAction = { readonly kind: 'go'; readonly route: Route } | { readonly kind: 'back' | 'forward' | 'palette' | 'shortcuts' };

interface Pressed {
  readonly key: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  /** Whether what is typed lands in a field. */
  readonly typing: boolean;
}

const byDigit: Readonly<Record<string, Route>> = { 1: { kind: 'inbox' }, 2: { kind: 'workers' }, 3: { kind: 'environments' }, 4: { kind: 'ledger' }, 5: { kind: 'settings' } };

/** What a key means everywhere in the window, if anything. */
export function actionOf({ key, ctrl, alt, typing }: Pressed): KeyAction | undefined {
  if (alt && !ctrl) return key === 'ArrowLeft' ? { kind: 'back' } : key === 'ArrowRight' ? { kind: 'forward' } : undefined;
  if (ctrl && !alt) return withControl(key.toLowerCase());
  return key === '?' && !typing ? { kind: 'shortcuts' } : undefined;
}

function withControl(key: string): KeyAction | undefined {
  if (key === 'k') return { kind: 'palette' };
  if (key === 'n') return { kind: 'go', route: { kind: 'new_worker' } };
  const route = byDigit[key];
  return route && { kind: 'go', route };
}

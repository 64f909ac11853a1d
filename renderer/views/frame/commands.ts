import type { WorkerRow } from '../../../shared/bridge-values.ts';
import type { Route } from '../../routing/route.ts';

export interface Command {
  readonly id: string;
  readonly group: 'Go to' | 'Do' | 'Workers';
  readonly label: string;
  readonly detail?: string;
  readonly does: { readonly kind: 'go'; readonly route: Route } | { readonly kind: 'theme'; readonly theme: 'system' | 'light' | 'dark' } | { readonly kind: 'shortcuts' };
}

const go = (label: string, route: Route, detail?: string): Command => ({ id: `go ${label}`, group: 'Go to', label, does: { kind: 'go', route }, ...(detail && { detail }) });

const standing: readonly Command[] = [
  go('Inbox', { kind: 'inbox' }),
  go('Workers', { kind: 'workers' }),
  go('Environments', { kind: 'environments' }),
  go('Ledger', { kind: 'ledger' }),
  go('Settings', { kind: 'settings' }),
  { id: 'new worker', group: 'Do', label: 'New worker', does: { kind: 'go', route: { kind: 'new_worker' } } },
  { id: 'light', group: 'Do', label: 'Light theme', does: { kind: 'theme', theme: 'light' } },
  { id: 'dark', group: 'Do', label: 'Dark theme', does: { kind: 'theme', theme: 'dark' } },
  { id: 'system', group: 'Do', label: 'Theme of the system', does: { kind: 'theme', theme: 'system' } },
  { id: 'shortcuts', group: 'Do', label: 'Keyboard shortcuts', does: { kind: 'shortcuts' } },
];

const mostWorkers = 30;

/** What fits the typed words, views and actions first. Every word has to occur, in any order. */
export function commandsFor(text: string, workers: readonly WorkerRow[]): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (haystack: string): boolean => words.every((word) => haystack.includes(word));
  const found = workers.filter(({ seat, image, engineLabel, containerId = '', binding }) => fits(`${seat} ${image} ${engineLabel} ${containerId} ${binding}`.toLowerCase()));
  return [...standing.filter(({ label, group }) => fits(`${group} ${label}`.toLowerCase())), ...found.slice(0, mostWorkers).map(workerCommand)];
}

const workerCommand = ({ binding, seat, state, generation }: WorkerRow): Command => ({
  id: binding,
  group: 'Workers',
  label: generation > 1 ? `${seat}, generation ${generation}` : seat,
  detail: state.says,
  does: { kind: 'go', route: { kind: 'worker', binding, tab: 'summary' } },
});

import type { Choice } from '../components/ChoiceList.tsx';
import type { LifetimeChoice } from '../stores/worker-draft.ts';

/** Until when a worker is meant to be there, and what each means. */
export const lifetimeChoices: readonly Choice<LifetimeChoice>[] = [
  { id: 'persistent', label: 'Until it is taken back', says: 'Nothing proposes its end.' },
  { id: 'execution_ended', label: 'Until its first execution ended', says: 'The Inbox proposes to take it back then, however it ended.' },
  { id: 'results_exported', label: 'Until its declared results have left', says: 'The Inbox proposes to take it back once each of them was exported.' },
];

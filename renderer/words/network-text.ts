import type { NetworkChoice } from '../../shared/worker-spec.ts';
import type { Choice } from '../components/ChoiceList.tsx';

/** What a worker can be joined to, and what each means. */
export const networkChoices: readonly Choice<NetworkChoice>[] = [
  { id: 'none', label: 'None', says: 'It reaches nothing but itself: no addresses, no names, no engine.' },
  { id: 'internal', label: 'Own network, without exits', says: 'A /28 of its own out of the pool in Settings. It reaches the engine’s side of that network, and nothing beyond it.' },
];

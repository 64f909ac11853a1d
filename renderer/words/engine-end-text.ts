import { countText } from '../../shared/quantities.ts';

/** Containers that run on it now, none of them this console's, or that nobody could tell. */
export type Ending = readonly string[] | 'not_known';

const mostNamed = 5;

/** What ends with an engine that is stopped. */
export function lostText(ending: Ending): string {
  if (ending === 'not_known') return 'Not known: its containers could not be read. What runs on it loses what it has in memory.';
  if (ending.length === 0) return 'Nothing: no container runs on it.';
  const named = ending.slice(0, mostNamed).join(', ');
  const more = ending.length - mostNamed;
  return `What ${countText(ending.length, 'running container')} ${ending.length === 1 ? 'has' : 'have'} in memory: ${named}${more > 0 ? ` and ${countText(more, 'more', 'more')}` : ''}.`;
}

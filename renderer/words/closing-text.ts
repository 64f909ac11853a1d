import type { InboxItem } from '../../shared/inbox.ts';
import { isCreation, type Operation } from '../../shared/operations.ts';

export type Closable = Pick<Extract<InboxItem, { kind: 'attempt' }>, 'operation' | 'state'>;

/** What closing an attempt does, and no more of it than is done for an operation like this. */
export interface ClosingWords {
  readonly reads: string;
  readonly ends: string;
  readonly opens: string;
}

export const closingWords = ({ operation, state }: Closable): ClosingWords => ({
  reads: readsText(operation),
  ends: state === 'stranded'
    ? 'No call: it was asked under an earlier epoch, and none of that time is under way.'
    : 'Every effect that is under way is cut, also what is being exported or backed up, and a new epoch begins.',
  opens: `The same can be asked again. ${lateText(operation)}`,
});

function readsText(operation: Operation): string {
  switch (operation) {
    case 'deliver': return 'While its container is there, what it holds is read twice more first; if the files are there, that counts and nothing is closed. Of a container that is gone only that is read, and it does not tell whether the files came.';
    case 'publish_file': case 'back_up': case 'export_bundle': case 'write_release': return ofReading('The destination');
    case 'remove_staging': return ofReading('The folder of the staged copies');
    case 'start_engine': return 'Whether the private engine answers is asked twice more first; if it does, that counts and nothing is closed. A process that does not answer shows no start: it can be stopped on its card.';
    case 'stop_engine': return ofReading('The private engine’s process');
    case 'create_network': case 'create_volume': case 'create_container':
    case 'start_container': case 'stop_container':
    case 'remove_container': case 'remove_network': case 'remove_volume':
    case 'build_image': case 'pull_image': case 'remove_image': return ofReading('The engine');
  }
}

const ofReading = (what: string): string => `${what} is read twice more first; if that shows the opposite, that counts and nothing is closed.`;

/** Only what is created carries the label of its attempt, by which it is known as this one's. */
const lateText = (operation: Operation): string =>
  isCreation(operation)
    ? 'If the first one still takes effect later, it is yours and comes back here.'
    : 'If the first one still takes effect later, it does not come back here: nothing tells it from another that does the same.';

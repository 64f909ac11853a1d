import type { Evident } from '../../shared/evidence-mark.ts';
import type { UsageStore } from '../stores/usage-store.ts';

interface Known {
  readonly started: boolean;
  readonly up: boolean;
  /** Why its engine cannot be asked. */
  readonly trouble: Evident | undefined;
  readonly usage: Pick<UsageStore, 'phase' | 'points' | 'ended' | 'refusal'>;
}

/** Why there is no reading now; `null` while there are some. */
export function whyNoReading({ started, up, trouble, usage }: Known): string | null {
  if (!started) return 'No reading: the container was not started yet.';
  if (!up) return 'No reading: the container is not running.';
  if (trouble) return `No reading: ${trouble.says}.`;
  switch (usage.phase) {
    case 'open': return null;
    case 'closed':
    case 'waiting': return 'Waiting for the engine’s first reading.';
    case 'down': return 'No reading: the engine says that the container does not run.';
    case 'broken': return `No reading: ${usage.refusal?.says ?? `${usage.ended ?? ''}.`} It is asked for again in a moment.`;
  }
}

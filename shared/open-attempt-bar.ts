import type { Attempt } from './attempt.ts';
import type { AttemptId } from './ids.ts';
import { labelOf } from './operations.ts';
import { refusal, type Refusal } from './refusal.ts';

/** Why something waits for an open attempt of the same worker: while its call is under way, or because of `why` as long as nobody knows whether it happened. */
export function openAttemptBar({ id, operation }: Attempt, calling: ReadonlySet<AttemptId>, { why, after }: { readonly why: string; readonly after: string }): Refusal {
  const label = labelOf(operation);
  return calling.has(id)
    ? refusal('blocked', `“${label}” is under way for this worker.`, 'Wait until it has ended.')
    : refusal('unconfirmed', `“${label}” of this worker is unconfirmed: ${why}.`, `Look again, or close it in the Inbox. Then ${after}.`);
}

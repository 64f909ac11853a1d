import type { Binding, Execution } from '../../../shared/binding.ts';
import { executionOfResults } from '../../../shared/execution-results.ts';
import type { ContainerReading } from '../../../shared/engine-readings.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { executionShown } from '../execution/its-start.ts';
import type { Journal } from '../ledger/journal.ts';

/** The execution whose results lie in a worker now. While one may be about to begin, what lies there is nobody’s to tell of. */
export function whoseResult(means: { readonly journal: Pick<Journal, 'document'> }, binding: Binding, container: ContainerReading): Result<Execution | undefined> {
  if (binding.executions.some(({ delivery, start }) => isOpen(delivery) || isOpen(start))) return refused(notSettled);
  const begun = executionOfResults(binding);
  const shown = executionShown(means, binding, container);
  return shown === 'not_known' || shown?.id === begun?.id ? ok(begun) : refused(notShown);
}

const isOpen = (attempt: Execution['start']): boolean => attempt !== undefined && attempt.settlement === undefined;

const notSettled: Refusal = refusal('unconfirmed', 'A launch of this worker is not settled: what lies in it may be written anew, so nothing is exported.', 'Look again, or close it in the Inbox; then export.');

const notShown: Refusal = refusal('unconfirmed', 'The engine does not show the start of the last launch yet, so nothing is exported.', 'Look again in a moment; then export.');

/** What was read is told of only where it still is the same execution’s. */
export const begunMeanwhile: Refusal = refusal('blocked', 'A launch began while it was read: it may be another execution’s.', 'Export again when that launch is settled.');

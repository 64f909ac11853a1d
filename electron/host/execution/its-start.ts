import { z } from 'zod';
import type { Binding, Execution } from '../../../shared/binding.ts';
import type { ContainerReading } from '../../../shared/engine-readings.ts';
import type { Journal } from '../ledger/journal.ts';

/** The document of a `start_container` attempt. `startedBefore` is empty for a container that never was started. */
export const startParamsSchema = z.looseObject({ container: z.string(), startedBefore: z.string() });

/**
 * The execution that began with the start which a container shows: the last one before whose start another one was shown, or none.
 * A clock that was set back makes a later start no earlier one: what differs from the start before came after it.
 * Where a document that tells so is gone, it is not known.
 */
export function executionShown({ journal }: { readonly journal: Pick<Journal, 'document'> }, { executions }: Pick<Binding, 'executions'>, { id, startedAt }: Pick<ContainerReading, 'id' | 'startedAt'>): Execution | 'not_known' | undefined {
  for (const execution of executions.toReversed()) {
    if (!execution.start) continue;
    const params = startParamsSchema.safeParse(journal.document(execution.start.intent.params));
    if (!params.success) return 'not_known';
    if (params.data.container === id && startedAt !== '' && startedAt !== params.data.startedBefore) return execution;
  }
  return undefined;
}

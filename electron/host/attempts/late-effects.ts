import type { Attempt } from '../../../shared/attempt.ts';
import type { Binding } from '../../../shared/binding.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { isCreation } from '../../../shared/operations.ts';
import { consoleItself } from '../../../shared/receipt.ts';
import type { Journal } from '../ledger/journal.ts';
import type { Attempts } from './attempts.ts';

/** Looks whether a closed creation happened after all; what it made is recorded as ours, never left unowned. */
export async function lookForLateEffects(ports: { readonly journal: Journal; readonly attempts: Pick<Attempts, 'readGoal'> }, binding: Binding): Promise<void> {
  for (const attempt of closedAndNotSeen(binding)) {
    const goal = await ports.attempts.readGoal(attempt);
    if (goal.kind !== 'shown' || goal.disposition !== 'applied' || isSeen(ports.journal, binding.id, attempt)) continue;
    ports.journal.append({
      actor: consoleItself,
      about: attempt.about,
      body: { kind: 'observation', fact: 'late_effect', value: { attempt: attempt.id, id: goal.id ?? null }, source: 'its own label on the engine' },
    });
  }
}

function closedAndNotSeen({ closed, late }: Binding): readonly Attempt[] {
  const seen = new Set(late.map(({ value }) => value.attempt));
  // Only what an engine keeps with the attempt's own label can be told from another attempt's effect.
  return closed.filter(({ id, operation }) => isCreation(operation) && !seen.has(id));
}

/** Another look may have recorded it while this one was reading. */
const isSeen = ({ world }: Journal, binding: BindingId, { id }: Attempt): boolean =>
  world.bindings.get(binding)?.late.some(({ value }) => value.attempt === id) ?? false;

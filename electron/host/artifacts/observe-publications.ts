import type { Attempt } from '../../../shared/attempt.ts';
import { unreadPublications } from '../../../shared/binding.ts';
import { hasLeftAs } from '../../../shared/execution-results.ts';
import type { FactValue } from '../../../shared/facts.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { consoleItself } from '../../../shared/receipt.ts';
import type { Attempts } from '../attempts/attempts.ts';
import type { Journal } from '../ledger/journal.ts';
import type { SqliteJournal } from '../ledger/sqlite-journal.ts';
import type { KeptManifests } from '../projection/kept-manifests.ts';
import { lookWhereItWent } from './check-published.ts';
import { lookInArtifact } from './look-in-artifact.ts';
import { publishParamsSchema } from './published-goal.ts';

interface ObservingMeans {
  readonly journal: Journal;
  readonly attempts: Pick<Attempts, 'calling'>;
  readonly manifests: KeptManifests;
  readonly onFault: (error: unknown) => void;
}

/** Sees to it that each publication which is settled when its own step is over, in this run or an earlier one, is told like any other. */
export function observePublications(means: ObservingMeans, journal: SqliteJournal): void {
  const { attempts, onFault } = means;
  journal.onAppend(({ about, body }) => {
    // The step that made the call tells how it ended itself.
    if (about.kind !== 'artifact' || body.kind !== 'settlement' || attempts.calling.has(body.attempt)) return;
    void observeUnreadPublications(means, about.binding).catch(onFault);
  });
  for (const { id } of journal.world.bindings.values()) void observeUnreadPublications(means, id).catch(onFault);
}

export async function observeUnreadPublications(means: Pick<ObservingMeans, 'journal' | 'manifests' | 'onFault'>, id: BindingId): Promise<void> {
  const { journal } = means;
  for (const attempt of unreadOf(journal, id)) {
    const value = await exportedBy(journal, id, attempt);
    // It may have been exported anew meanwhile.
    if (value === null || attempt.about.kind !== 'artifact' || !journal.writable || !unreadOf(journal, id).some((unread) => unread.id === attempt.id)) continue;
    journal.append({ actor: consoleItself, about: attempt.about, body: { kind: 'observation', fact: 'exported', value, source: 'the bytes at the destination, after the publication was settled' } });
    const binding = journal.world.bindings.get(id);
    if (binding && 'destination' in value) await lookInArtifact(means, binding, { path: attempt.about.path, ...value }).catch(means.onFault);
  }
}

function unreadOf({ world }: Journal, id: BindingId): readonly Attempt[] {
  const binding = world.bindings.get(id);
  return binding ? unreadPublications(binding) : [];
}

/** Nothing where that cannot be read now, or where a second place did not take what left already. */
async function exportedBy(journal: Journal, id: BindingId, { about, intent, settlement }: Attempt): Promise<FactValue<'exported'> | null> {
  const params = publishParamsSchema.safeParse(journal.document(intent.params));
  if (!params.success) return null;
  const { destination, digest, bytes, execution, ran } = params.data;
  const ofExecution = execution === undefined ? {} : { execution };
  const binding = journal.world.bindings.get(id);
  if (settlement?.disposition === 'refused' && binding && about.kind === 'artifact' && hasLeftAs(binding, about.path, digest)) return null;
  if (settlement?.disposition === 'refused') return { outcome: 'refused', says: `${destination}: to publish there was refused, and the receipts of the attempt say why. Nothing was overwritten`, ...ofExecution };
  const looked = await lookWhereItWent(destination, digest);
  if (!looked.ok) return null;
  if (looked.value.outcome !== 'matches') return { outcome: 'refused', says: `${destination} does not hold the bytes that were published there`, ...ofExecution };
  return { outcome: settlement?.disposition === 'no_op' ? 'already_there' : 'published', digest, bytes, destination, ...ofExecution, ...(ran && { ran }) };
}

import type { FactValue } from '../../../shared/facts.ts';
import type { BindingId, Digest } from '../../../shared/ids.ts';
import { unreadDeliveries } from '../../../shared/binding.ts';
import { manifestSchema, type DeliveryResult } from '../../../shared/manifest.ts';
import { consoleItself } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { Means } from '../engine/means.ts';
import { containerOf } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';
import { projectionRef } from '../placement/worker-refs.ts';
import { countStates, readBack } from './read-back.ts';
import { whenReadable } from './when-readable.ts';

/** Reads back every delivery that was found to have taken effect only after its own step was over. */
export async function observeUnreadDeliveries(means: Pick<Means, 'journal' | 'readers'>, id: BindingId): Promise<Result<null>> {
  for (const manifest of unreadDeliveries(bindingOf(means, id))) {
    const observed = await observeDelivery(means, id, manifest);
    if (!observed.ok) return observed;
  }
  return ok(null);
}

/** Reads back what a manifest put into the worker and records it, however and whenever it was delivered. */
export async function observeDelivery(means: Pick<Means, 'journal' | 'readers'>, id: BindingId, manifest: Digest, signal?: AbortSignal): Promise<Result<FactValue<'delivered'>>> {
  return whenReadable(async () => {
    const { journal, readers } = means;
    const binding = bindingOf(means, id);
    const parsed = manifestSchema.safeParse(journal.document(manifest));
    if (!parsed.success) return refused(refusal('not_found', 'The manifest of these files is not kept any more.', 'Stage the files again.'));
    const ours = await containerOf(readers, binding);
    if (!ours.ok) return ours;
    const { reader, container } = ours.value;

    const { entries } = parsed.data;
    const result: DeliveryResult = { states: [...(await readBack(reader, container.id, entries, signal))] };
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    const value = { manifest, files: entries.length, bytes, ...countStates(result.states), result: journal.keep(result) };
    journal.append({ actor: consoleItself, about: projectionRef(binding, manifest), body: { kind: 'observation', fact: 'delivered', value, source: 'a fresh archive of the destinations' } });
    return ok(value);
  }, signal);
}

import { isDeepStrictEqual } from 'node:util';
import { reachTargetSchema } from '../../../shared/facts.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { consoleItself } from '../../../shared/receipt.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Means } from '../engine/means.ts';
import { containerOf, whenReachable } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';
import { bindingRef } from '../placement/worker-refs.ts';
import { reachOf, reachProbeOf } from './reach-readings.ts';

/** Tries from inside a running guest where it gets to, all at once and within a few seconds. Writes it when it changed. */
export async function observeReach(means: Means, id: BindingId): Promise<Result<null>> {
  return whenReachable(async () => {
    const ours = await containerOf(means.readers, bindingOf(means, id));
    if (!ours.ok) return ours;
    const { reader, container } = ours.value;
    if (container.state !== 'running') return ok(null);
    const tried = await Promise.all(reachTargetSchema.options.map(async (target) => reachOf(target, await reader.probe(container.id, reachProbeOf[target]))));
    const targets = tried.filter((reach) => reach !== undefined);
    const binding = bindingOf(means, id);
    // A guest that ended meanwhile shows only a part: that is no change of what it reached.
    if (targets.length < tried.length || isDeepStrictEqual(binding.reach?.value.targets, targets)) return ok(null);
    means.journal.append({ actor: consoleItself, about: bindingRef(binding), body: { kind: 'observation', fact: 'reach', value: { targets }, source: 'tried in the guest, with nc and nslookup' } });
    return ok(null);
  });
}

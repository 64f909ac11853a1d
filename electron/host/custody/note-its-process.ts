import { isHeld } from '../../../shared/binding.ts';
import type { BindingId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/refusal.ts';
import { ok } from '../../../shared/result.ts';
import type { Means } from '../engine/means.ts';
import { noteProcessOf } from '../execution/observe.ts';
import { containerOf, isOfEngine, whenReachable } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';

/**
 * What ran since its end was seen may have written its results anew: nobody hears of that while no events are heard.
 * Why that could not be read, where it could not: nothing that may hold results is removed or given away then.
 */
export async function noteItsProcess(means: Means, id: BindingId): Promise<Refusal | undefined> {
  const binding = bindingOf(means, id);
  if (!isHeld(binding.resources.container) || !means.journal.writable) return undefined;
  const noted = await whenReachable(async () => {
    const ours = await containerOf(means.readers, binding);
    if (!ours.ok) return ours;
    noteProcessOf(means, id, ours.value.container);
    return ok(null);
  });
  // What shows it gone or another one, the look at it tells.
  return noted.ok || !isOfEngine(noted.refusal) ? undefined : noted.refusal;
}

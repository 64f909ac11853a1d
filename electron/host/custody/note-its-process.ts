import { isHeld } from '../../../shared/binding.ts';
import type { BindingId } from '../../../shared/ids.ts';
import type { Refusal, RefusalCode } from '../../../shared/refusal.ts';
import { ok } from '../../../shared/result.ts';
import type { Means } from '../engine/means.ts';
import { noteProcessOf } from '../execution/observe.ts';
import { containerOf, whenReachable } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';

/** Then nothing is known of its container, not even whether it is there: what shows it gone or another one, the look at it tells. */
const unread: ReadonlySet<RefusalCode> = new Set(['engine_unreachable', 'engine_failed', 'engine_changed']);

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
  return noted.ok || !unread.has(noted.refusal.code) ? undefined : noted.refusal;
}

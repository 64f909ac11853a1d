import { isHeld, type Binding } from './binding.ts';
import { custodyClassOf, notOursBar } from './custody-class.ts';
import { refusal, type Refusal } from './refusal.ts';
import type { Ref } from './reference.ts';
import type { World } from './world.ts';

/** Why the ledger is not shown to be the whole of what was sealed; null where it is. */
export type Doubt = { readonly says: string } | null;

/** Why no effect about this may start: the ledger may not know of all that is ours, or nobody looked since that was decided. */
export function barredBy(doubt: Doubt, world: World, about: Ref): Refusal | undefined {
  if (doubt) return refusal('custody_unproven', `Custody is unproven, so no effect is started. ${doubt.says}`, 'Restore the newer copy, or reanchor the ledger with your signature in the Inbox.');
  const bar = notOursBar(world, about, custodyClassOf(world, about));
  if (bar) return bar;
  const binding = 'binding' in about ? world.bindings.get(about.binding) : undefined;
  if (!binding || !awaitsLook(world, binding)) return undefined;
  return refusal('custody_unproven', `What ${binding.spec.seat} has was not looked at since the ledger was reanchored.`, 'Bring its engine back, then look again: the look comes before any effect.');
}

/** It held something when the ledger was reanchored, and was not looked at since. */
export function awaitsLook({ reanchored }: World, { requested, reobserved, resources }: Binding): boolean {
  if (!reanchored || requested.seq > reanchored.seq || (reobserved && reobserved.seq > reanchored.seq)) return false;
  return Object.values(resources).some(isHeld);
}

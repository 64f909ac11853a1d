import { isHeld, type Binding } from './binding.ts';
import { custodyClassOf, notOursBar } from './custody-class.ts';
import { refusal, type Refusal } from './refusal.ts';
import { operations, type Operation } from './operations.ts';
import { permissionFor, type CustodyClass } from './permission-table.ts';
import type { Actor } from './receipt.ts';
import type { Ref } from './reference.ts';
import { seatBar } from './seat.ts';
import type { World } from './world.ts';

/** Why the ledger is not shown to be the whole of what was sealed; null where it is. */
export type Doubt = { readonly says: string } | null;

/** An operation, and who asks for it. */
export interface Asked {
  readonly operation: Operation;
  readonly actor: Actor;
}

/** What the permission table does not allow this actor with this. Nobody but an operator asks for anything yet, so nothing waits for an approval. */
function notPermitted(about: Ref, custody: CustodyClass, { operation, actor }: Asked): Refusal | undefined {
  if (permissionFor({ act: operation, actor: actor.class, custody, policy: false }) === 'allow') return undefined;
  const name = 'name' in about ? about.name : 'this';
  if (custody === 'transferred') return refusal('not_ours', `${name} was given to this console: it is taken back, and nothing else is begun with it.`, 'Ask for a worker of this console’s own.');
  return refusal('not_ours', `${operations[operation].label} is not allowed to ${actor.id} with ${name}.`, 'An operator asks for it.');
}

/** Why no effect about this may start: the ledger may not know of all that is ours, or nobody looked since that was decided. */
export function barredBy(doubt: Doubt, world: World, about: Ref, asked?: Asked): Refusal | undefined {
  if (doubt) return refusal('custody_unproven', `Custody is unproven, so no effect is started. ${doubt.says}`, 'Restore the newer copy, or reanchor the ledger with your signature in the Inbox.');
  const custody = custodyClassOf(world, about);
  const bar = notOursBar(world, about, custody) ?? (asked && notPermitted(about, custody, asked));
  if (bar) return bar;
  const binding = 'binding' in about ? world.bindings.get(about.binding) : undefined;
  if (!binding) return undefined;
  if (!awaitsLook(world, binding)) return asked && seatBar(world, binding, asked.operation);
  return refusal('custody_unproven', `What ${binding.spec.seat} has was not looked at since the ledger was reanchored.`, 'Bring its engine back, then look again: the look comes before any effect.');
}

/** It held something when the ledger was reanchored, and was not looked at since. */
export function awaitsLook({ reanchored }: World, { requested, reobserved, resources }: Binding): boolean {
  if (!reanchored || requested.seq > reanchored.seq || (reobserved && reobserved.seq > reanchored.seq)) return false;
  return Object.values(resources).some(isHeld);
}

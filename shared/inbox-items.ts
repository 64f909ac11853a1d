import type { Attempt } from './attempt.ts';
import type { Binding } from './binding.ts';
import type { AttemptId } from './ids.ts';
import type { Blocker, InboxItem } from './inbox.ts';
import { proposedEnd } from './lifetime.ts';
import { seatBar } from './seat.ts';
import type { World } from './world.ts';

/** Why an open attempt was not settled by the last look at it. */
export interface BlockerReading {
  readonly blocker: Blocker;
  readonly says: string;
}

const notLooked: BlockerReading = { blocker: 'goal_not_shown', says: 'its call is over, and nothing that was read settles it' };

/** What waits for a person, oldest first: a fold of the ledger, of what the last looks told, and of the findings of what is staged. */
export function inboxItems(world: World, calling: ReadonlySet<AttemptId>, blockers: ReadonlyMap<AttemptId, BlockerReading>, findings: readonly InboxItem[] = []): readonly InboxItem[] {
  const open = [...world.open.values()].filter(({ id }) => !calling.has(id)).map((attempt) => openItem(world, attempt, blockers.get(attempt.id) ?? notLooked));
  const late = [...world.bindings.values()].flatMap((binding) => lateItems(world, binding));
  const over = [...world.bindings.values()].flatMap(lifetimeItems);
  return [...open, ...late, ...over, ...findings].toSorted((one, other) => one.seq - other.seq);
}

function openItem(world: World, { id, operation, about, intent }: Attempt, { blocker, says }: BlockerReading): InboxItem {
  const binding = 'binding' in about ? world.bindings.get(about.binding) : undefined;
  return {
    kind: 'attempt', id, attempt: id, operation, blocker, says,
    seq: intent.seq,
    since: intent.at,
    // Under an earlier epoch no call of it can be alive in this process.
    state: intent.epoch < world.epoch ? 'stranded' : 'unconfirmed',
    canClose: blocker === 'goal_not_shown',
    ...(binding && { worker: workerOf(binding) }),
  };
}

/** A late effect waits until what it made is verified absent: until then somebody has to decide about it. */
function lateItems(world: World, binding: Binding): readonly InboxItem[] {
  return Object.values(binding.resources).flatMap(({ late, absent, present, kind, name }): readonly InboxItem[] => {
    // Once it was seen again after that, the worker's own page tells of it.
    if (!late || absent || (present && present.seq > late.seq)) return [];
    const attempt = binding.closed.find(({ id }) => id === late.value.attempt);
    if (!attempt) return [];
    return [{
      kind: 'late_effect', id: `late ${attempt.id}`, attempt: attempt.id, operation: attempt.operation, blocker: 'late_effect',
      seatTaken: seatBar(world, binding, attempt.operation) !== undefined,
      seq: late.seq, since: late.at, worker: workerOf(binding),
      says: `The ${kind} ${name} came after its creation was closed as not applied.`,
    }];
  });
}

function lifetimeItems(binding: Binding): readonly InboxItem[] {
  const over = proposedEnd(binding);
  return over ? [{ kind: 'lifetime_over', id: `lifetime ${binding.id}`, seq: over.seq, since: over.at, says: over.says, worker: workerOf(binding) }] : [];
}

export const workerOf = ({ id, spec }: Binding) => ({ binding: id, seat: spec.seat });

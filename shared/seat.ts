import { isHeld, type Binding } from './binding.ts';
import type { Operation } from './operations.ts';
import { refusal, type Refusal } from './refusal.ts';
import type { World } from './world.ts';

/** What brings a worker further onto its seat. Everything else about it takes back, lets out or looks. */
const taking: ReadonlySet<Operation> = new Set(['create_network', 'create_volume', 'create_container', 'deliver', 'start_container']);

const holds = ({ resources }: Binding): boolean => Object.values(resources).some(isHeld);
const hasSeat = (binding: Binding): boolean => binding.open.length > 0 || holds(binding);

export const generationsOn = ({ bindings }: World, seat: string): readonly Binding[] => [...bindings.values()].filter(({ spec }) => spec.seat === seat);

/** Why nobody new may be asked for on this seat, if somebody has it. */
export function seatTaken(world: World, seat: string): Refusal | undefined {
  const holder = generationsOn(world, seat).find(hasSeat);
  return holder && takenBy(holder);
}

/**
 * Why this worker may not be brought further onto its seat, if another generation has it. One that was asked for holds
 * nothing before its first effect, so another may have been asked for meanwhile: whoever begins first has the seat, and
 * an earlier one never comes back to it beside a later one.
 */
export function seatBar(world: World, binding: Binding, operation: Operation): Refusal | undefined {
  if (!taking.has(operation)) return undefined;
  const isFirst = !hasSeat(binding);
  const { seat, generation } = binding.spec;
  const holder = generationsOn(world, seat).find((other) => other.id !== binding.id && hasSeat(other) && (isFirst || other.spec.generation > generation));
  return holder && takenBy(holder);
}

function takenBy(holder: Binding): Refusal {
  const { seat, generation } = holder.spec;
  const why = holds(holder) ? 'still holds resources' : 'has something that is not settled yet';
  return refusal('name_taken', `The seat ${seat} has a worker (generation ${generation}) that ${why}.`, 'Take another seat, or tear that worker down first.');
}

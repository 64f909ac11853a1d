import { isHeld, isOurs, type Binding } from './binding.ts';
import type { Operation } from './operations.ts';
import { refusal, type Refusal } from './refusal.ts';
import type { World } from './world.ts';

/** What brings a worker further onto its seat. Everything else about it takes back, lets out or looks. */
const taking: ReadonlySet<Operation> = new Set(['create_network', 'create_volume', 'create_container', 'deliver', 'start_container']);

const holds = ({ resources }: Binding): boolean => Object.values(resources).some(isHeld);
const hasSeat = (binding: Binding): boolean => binding.open.length > 0 || holds(binding);
/** A seat is taken by the first thing that is created for it. */
const hadSeat = (binding: Binding): boolean => hasSeat(binding) || Object.values(binding.resources).some((resource) => isOurs(resource) || resource.released !== undefined);

export const generationsOn = ({ bindings }: World, seat: string): readonly Binding[] => [...bindings.values()].filter(({ spec }) => spec.seat === seat);

/** Why nobody new may be asked for on this seat, if somebody has it. */
export function seatTaken(world: World, seat: string): Refusal | undefined {
  const holder = generationsOn(world, seat).find(hasSeat);
  return holder && takenBy(holder);
}

/** The latest generation that had a seat. */
export const latestOn = (world: World, seat: string): Binding | undefined => latestOnSeats(generationsOn(world, seat)).get(seat);

/** By seat, the latest generation that had it. */
export function latestOnSeats(bindings: Iterable<Binding>): ReadonlyMap<string, Binding> {
  const latest = new Map<string, Binding>();
  for (const binding of bindings) {
    const { seat, generation } = binding.spec;
    if (generation > (latest.get(seat)?.spec.generation ?? 0) && hadSeat(binding)) latest.set(seat, binding);
  }
  return latest;
}

/** It never had its seat, which went to a later generation: it is not gone on with. */
export const isSuperseded = (binding: Binding, latest: Binding | undefined): latest is Binding => latest !== undefined && latest.spec.generation > binding.spec.generation && !hadSeat(binding);

/**
 * Why this worker may not be brought further onto its seat, if another generation has it. One that was asked for holds
 * nothing before its first effect, so another may have been asked for meanwhile: whoever begins first has the seat, and
 * an earlier one never comes back to it after a later one.
 */
export function seatBar(world: World, binding: Binding, operation: Operation): Refusal | undefined {
  if (!taking.has(operation)) return undefined;
  const { seat, generation } = binding.spec;
  const generations = generationsOn(world, seat);
  const latest = latestOnSeats(generations).get(seat);
  if (latest && latest.spec.generation > generation && hasSeat(latest)) return takenBy(latest);
  if (isSuperseded(binding, latest)) return goneTo(latest);
  const holder = hasSeat(binding) ? undefined : generations.find((other) => other.id !== binding.id && hasSeat(other));
  return holder && takenBy(holder);
}

function goneTo({ spec: { seat, generation } }: Binding): Refusal {
  return refusal('name_taken', `The seat ${seat} went to generation ${generation} since this worker was asked for.`, 'Ask for a new worker.');
}

function takenBy(holder: Binding): Refusal {
  const { seat, generation } = holder.spec;
  const why = holds(holder) ? 'still holds resources' : 'has something that is not settled yet';
  return refusal('name_taken', `The seat ${seat} has a worker (generation ${generation}) that ${why}.`, 'Take another seat, or tear that worker down first.');
}

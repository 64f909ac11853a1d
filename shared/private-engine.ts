import type { Attempt } from './attempt.ts';
import { isHeld } from './binding.ts';
import { isUp, type ContainerRow } from './engine-readings.ts';
import { isTakenOver } from './external.ts';
import type { BindingId, Endpoint, EngineId } from './ids.ts';
import type { ResourceKind } from './reference.ts';
import { standingsOn } from './standing.ts';
import type { World } from './world.ts';

/** What was last asked of an engine’s own process. */
export interface EngineRun {
  readonly start?: Attempt;
  readonly stop?: Attempt;
}

/** A stop stands with the start before it. */
export function withRunAttempt(run: EngineRun | undefined, attempt: Attempt): EngineRun | undefined {
  switch (attempt.operation) {
    case 'start_engine': return { ...(run?.stop && { stop: run.stop }), start: attempt };
    case 'stop_engine': return { ...(run?.start && { start: run.start }), stop: attempt };
    default: return run;
  }
}

/** The later of the two: what the engine’s process is as it is because of, if of anything that was asked here. */
export function lastOf({ start, stop }: EngineRun): Attempt | undefined {
  if (!start || !stop) return start ?? stop;
  return start.intent.seq > stop.intent.seq ? start : stop;
}

/** Something of this console’s own on an engine, which has to go before the engine does. */
export type EngineHolder =
  | { readonly kind: 'worker'; readonly binding: BindingId; readonly name: string }
  | { readonly kind: 'external'; readonly resource: ResourceKind; readonly id: string; readonly name: string };

export function holdersOn({ bindings, externals }: World, endpoint: Endpoint): readonly EngineHolder[] {
  const workers = [...bindings.values()]
    .filter(({ spec, resources }) => spec.endpoint === endpoint && Object.values(resources).some(isHeld))
    .map(({ id, spec }): EngineHolder => ({ kind: 'worker', binding: id, name: spec.seat }));
  const given = [...externals.values()]
    .filter((external) => external.endpoint === endpoint && isTakenOver(external))
    .map(({ ref }): EngineHolder => ({ kind: 'external', resource: ref.resource, id: ref.id, name: ref.name }));
  return [...workers, ...given];
}

/** Containers that run there and are another console's, as far as its labels or a release tell: they would end with the engine. */
export function anothersRunning(world: World, engine: EngineId, containers: readonly ContainerRow[]): readonly string[] {
  const standingOf = standingsOn(world, engine);
  return containers.filter(({ id, labels, state }) => isUp(state) && standingOf({ resource: 'container', id, labels, signs: [] }).isAnothers).map(({ name }) => name);
}

export const holderText = (holder: EngineHolder): string => `The ${holder.kind === 'worker' ? 'worker' : holder.resource} ${holder.name}`;

import type { Attempt } from './attempt.ts';
import { isHeld, type Binding } from './binding.ts';
import { isUp, type ContainerRow } from './engine-readings.ts';
import { isTakenOver } from './external.ts';
import type { BindingId, Endpoint, EngineId } from './ids.ts';
import { isCreation } from './operations.ts';
import type { ResourceKind } from './reference.ts';
import { standingsOn, type Standing } from './standing.ts';
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

/** Where holders are sought: at one way to an engine, and at every other way to it where it is known which engine it is. */
export interface HoldingPlace {
  readonly endpoint: Endpoint;
  readonly engine?: EngineId | null | undefined;
}

export function holdersOn({ bindings, externals }: World, { endpoint, engine }: HoldingPlace): readonly EngineHolder[] {
  const isHere = (there: HoldingPlace): boolean => there.endpoint === endpoint || (typeof engine === 'string' && there.engine === engine);
  const workers = [...bindings.values()]
    .filter((binding) => isHere(binding.spec) && mayHold(binding))
    .map(({ id, spec }): EngineHolder => ({ kind: 'worker', binding: id, name: spec.seat }));
  const given = [...externals.values()]
    .filter((external) => isHere({ endpoint: external.endpoint, engine: external.ref.engine }) && isTakenOver(external))
    .map(({ ref }): EngineHolder => ({ kind: 'external', resource: ref.resource, id: ref.id, name: ref.name }));
  return [...workers, ...given];
}

/** A creation without an answer may have made something, or may yet. */
const mayHold = ({ resources, open }: Binding): boolean => Object.values(resources).some(isHeld) || open.some(({ operation }) => isCreation(operation));

/** What this console runs itself: any way to it leads to the same holders. */
export const privatePlace = ({ endpoints }: World, endpoint: Endpoint): HoldingPlace => ({ endpoint, engine: endpoints.get(endpoint)?.value.engine });

/** Running containers that somebody answers for, as far as the ledger, labels or a release tell: they would end with the engine. */
export function heldRunning(world: World, engine: EngineId, containers: readonly ContainerRow[]): readonly string[] {
  const standingOf = standingsOn(world, engine);
  return containers.filter(({ id, labels, state }) => isUp(state) && hasHolder(standingOf({ resource: 'container', id, labels, signs: [] }))).map(({ name }) => name);
}

function hasHolder({ group, isAnothers }: Standing): boolean {
  switch (group) {
    case 'ours':
    case 'attached': return true;
    case 'attachable':
    case 'other': return isAnothers === true;
  }
}

export const holderText = (holder: EngineHolder): string => `The ${holder.kind === 'worker' ? 'worker' : holder.resource} ${holder.name}`;

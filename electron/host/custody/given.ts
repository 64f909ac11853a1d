import { isHeld, isOurs, releaseOf, type Binding, type Resource } from '../../../shared/binding.ts';
import { owedBy, runs } from '../../../shared/execution-results.ts';
import { awayWith, releaseOfAway, togetherWith } from '../../../shared/external-plan.ts';
import type { External, Released } from '../../../shared/external.ts';
import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import type { Ref } from '../../../shared/reference.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import type { ReleasedResource } from '../../../shared/release.ts';
import type { Seen } from '../../../shared/teardown-plan.ts';
import type { Means } from '../engine/means.ts';
import { bindingRef } from '../placement/worker-refs.ts';
import { lookAtExternal } from './look-at-external.ts';
import { lookAtResources } from './look-at-resources.ts';
import { noteItsProcess } from './note-its-process.ts';

/** What goes together by one decision, whether a worker had it or it was taken over. */
export interface GoingTogether {
  readonly endpoint: Endpoint;
  readonly engine: EngineId;
  /** For people. */
  readonly of: string;
  readonly resources: readonly ReleasedResource[];
  /** What the decision is about, and what each proposal before it is about. */
  readonly decided: Ref;
  readonly proposed: readonly Ref[];
}

/** Those of a worker's things. */
export const goingOfWorker = (binding: Binding, going: readonly Resource[]): GoingTogether => ({
  endpoint: binding.spec.endpoint,
  engine: binding.spec.engine,
  of: binding.spec.seat,
  resources: going.flatMap(({ kind, name, present }) => (present ? [{ resource: kind, name, identity: present.value }] : [])),
  decided: bindingRef(binding),
  proposed: [bindingRef(binding)],
});

/** What came by the same decision as this one. */
export const goingWith = ({ ref, endpoint }: External, all: readonly External[]): GoingTogether => ({
  endpoint,
  engine: ref.engine,
  of: ref.name,
  resources: all.map((each) => ({ resource: each.ref.resource, name: each.ref.name, identity: each.identity })),
  decided: { kind: 'engine', engine: ref.engine },
  proposed: all.map((each) => each.ref),
});

/** What is given away together. */
export interface GivenThing extends GoingTogether {
  /** Why it cannot be given away now, as far as the ledger tells. */
  readonly bar: Refusal | undefined;
  /** The same as far as the engine tells: every one of them is there, as recorded, and nothing runs. */
  readonly look: () => Promise<Refusal | undefined>;
  /** The last release of it, where there was one. */
  readonly released: Released | undefined;
}

export function givenWorker(means: Means, binding: Binding): GivenThing {
  const held = Object.values(binding.resources).filter(isHeld);
  return {
    ...goingOfWorker(binding, held),
    bar: barOfWorker(binding),
    look: async () => {
      const seen = await lookAtResources(means, binding);
      // Last, so that what ran while the rest was read is known to the bar that is asked for after this.
      return firstRefusal(held.map(({ role, kind, name }) => ({ kind, name, seen: seen[role] }))) ?? noteItsProcess(means, binding.id);
    },
    released: releaseOf(binding),
  };
}

function barOfWorker(binding: Binding): Refusal | undefined {
  const { spec, resources, open, artifacts } = binding;
  const held = Object.values(resources).filter(isHeld);
  if (held.length === 0) return refusal('already_so', `${spec.seat} holds nothing that could be given away.`, 'There is nothing to release.');
  if (open.length > 0) return refusal('unconfirmed', `An attempt about ${spec.seat} is not settled.`, 'Look again; what may still happen is not given away.');
  if (!Object.values(resources).every((resource) => !isOurs(resource) || resource.absent || resource.present)) return refusal('unconfirmed', `Not everything of ${spec.seat} was seen by this console.`, 'Go on with the preparation first.');
  if (runs(binding)) return running(spec.seat);
  const waiting = artifacts.filter((artifact) => owedBy(binding, artifact) !== undefined).map(({ path }) => path);
  if (waiting.length > 0) return refusal('blocked', `Declared results have not left yet: ${waiting.join(', ')}.`, 'Export them first, or have their owner give them up by name.');
  return undefined;
}

const stopFirst = 'Stop its container first.';
const goesWhenStopped = 'Stopping it would not keep it: its engine removes it when its process ends, with its unnamed volumes. What else came with it can be given away once its absence is verified.';

export const running = (name: string, todo = stopFirst): Refusal => refusal('blocked', `${name} runs: a running execution cannot be given away.`, todo);

export function givenExternal(means: Means, external: External): GivenThing {
  const all = togetherWith(external, means.journal.world.externals.values());
  return {
    ...goingWith(external, all),
    bar: barOfExternal(means, external, all),
    look: async () => firstRefusal(await Promise.all(all.map(async (each) => ({ kind: each.ref.resource, name: each.ref.name, seen: await lookAtExternal(means, each) })))),
    released: releaseOfAway(awayWith(external, means.journal.world.externals.values())),
  };
}

function barOfExternal({ journal }: Means, { ref }: External, all: readonly External[]): Refusal | undefined {
  if (all.length === 0) return refusal('not_ours', `${ref.name} is not this console’s to give away.`, 'Only what was taken over is released.');
  const ids = new Set(all.map((each) => each.ref.id));
  const isOpen = [...journal.world.open.values()].some(({ about }) => about.kind === 'external' && about.engine === ref.engine && ids.has(about.id));
  return isOpen ? refusal('unconfirmed', `An attempt about ${ref.name} is not settled.`, 'Look again; what may still happen is not given away.') : undefined;
}

function firstRefusal(looks: readonly { readonly kind: string; readonly name: string; readonly seen: Seen }[]): Refusal | undefined {
  for (const { kind, name, seen } of looks) {
    switch (seen.kind) {
      case 'unreadable':
      case 'differs': return seen.refusal;
      case 'gone': return refusal('not_found', `The ${kind} ${name} is not there any more.`, 'Verify its absence first; what is gone is not given away.');
      case 'there': if (seen.running) return running(name, seen.goesWithProcess ? goesWhenStopped : stopFirst);
    }
  }
  return undefined;
}

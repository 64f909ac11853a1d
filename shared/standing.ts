import type { Binding } from './binding.ts';
import type { EngineId, Seat, BindingId } from './ids.ts';
import { labelKeys, type Labels } from './naming.ts';
import { externalKey, releaseOfExternal, type External, type Released, type TransferSource } from './external.ts';
import type { Fingerprint } from './facts.ts';
import type { ResourceKind } from './reference.ts';
import type { World } from './world.ts';

/** The four groups that everything on an engine falls into. `attachable` is what is offered by itself. */
export type StandingGroup = 'ours' | 'attached' | 'attachable' | 'other';

/** Whose something on an engine is, as far as the ledger and the engine tell. */
export interface Standing {
  readonly group: StandingGroup;
  /** The worker it was created for. */
  readonly owner?: { readonly binding: BindingId; readonly seat: Seat };
  /** It was made by somebody else, and given to this console: by whose word. */
  readonly transferred?: TransferSource['by'];
  /** Why it is not offered: shown before it can be attached, where it can be. */
  readonly why: readonly string[];
  /** It is another console’s, or was given away: only the signed release of whoever has it gives it. */
  readonly isAnothers?: true;
}

/** What is looked at on an engine, in the words that its standing depends on. */
export interface Sighting {
  readonly resource: ResourceKind;
  readonly id: string;
  /** As the engine tells it, where it was read: a volume’s name may be another volume’s by now. */
  readonly created?: string;
  readonly labels: Labels;
  /** What shows that an application depends on it. */
  readonly signs: readonly string[];
}

/** Answers for one engine: the ledger is gone through once, not for each thing on it. */
export function standingsOn(world: World, engine: EngineId): (sighting: Sighting) => Standing {
  const made = madeOn(world, engine);
  return (sighting) => {
    const { resource, id, labels, signs } = sighting;
    const external = world.externals.get(externalKey(engine, resource, id));
    const binding = made.get(`${resource} ${id}`);
    return standingOfExternal(external, sighting) ?? standingOfMade(binding, sighting) ?? standingOfOther(world, labels, signs);
  };
}

function madeOn({ bindings }: World, engine: EngineId): ReadonlyMap<string, Binding> {
  const made = new Map<string, Binding>();
  for (const binding of bindings.values()) {
    if (binding.spec.engine !== engine) continue;
    for (const { kind, present, absent } of Object.values(binding.resources)) if (present && !absent) made.set(`${kind} ${present.value.id}`, binding);
  }
  return made;
}

function standingOfExternal(external: External | undefined, sighting: Sighting): Standing | undefined {
  if (!external || external.absent) return undefined;
  switch (external.custody.kind) {
    case 'attached': return { group: 'attached', why: external.signs };
    case 'transferred': return { group: 'ours', transferred: external.custody.from.by, why: [] };
    case 'released': return givenAway(external.custody, external.identity, sighting);
    case 'none':
    case 'left': return undefined;
  }
}

function standingOfMade(binding: Binding | undefined, sighting: Sighting): Standing | undefined {
  const { resource, id } = sighting;
  const found = binding && Object.values(binding.resources).find(({ kind, present }) => kind === resource && present?.value.id === id);
  if (!binding || !found?.present) return undefined;
  if (found.released) return givenAway(found.released, found.present.value, sighting);
  return { group: 'ours', owner: { binding: binding.id, seat: binding.spec.seat }, why: [] };
}

/** Nobody’s word but its new owner’s brings it back, whatever its labels say. */
function givenAway(released: Released, identity: Fingerprint, { resource, created }: Sighting): Standing | undefined {
  if (resource === 'volume' && created !== undefined && created !== identity.created) return undefined;
  return { group: 'other', why: [releaseOfExternal(released)], isAnothers: true };
}

function standingOfOther({ installation }: World, labels: Labels, signs: readonly string[]): Standing {
  const claimed = labels[labelKeys.installation];
  if (claimed === undefined) return { group: signs.length === 0 ? 'attachable' : 'other', why: signs };
  if (claimed === installation) return { group: 'other', why: ['it carries this console’s labels, and the ledger does not know it', ...signs] };
  return { group: 'other', why: [`it carries the labels of another console (installation ${claimed.slice(0, 8)})`, ...signs], isAnothers: true };
}

import type { Attempt } from './attempt.ts';
import { makerOf, type Binding, type Resource } from './binding.ts';
import { bindingIdSchema, type EngineId, type Seat, type BindingId } from './ids.ts';
import { labelKeys, type Labels } from './naming.ts';
import { externalKey, isTakenOver, releaseOfExternal, type External, type Released, type TransferSource } from './external.ts';
import type { Fingerprint } from './facts.ts';
import { isCreation } from './operations.ts';
import type { ResourceKind } from './reference.ts';
import type { World } from './world.ts';

/** The four groups that everything on an engine falls into. `attachable` is what is offered by itself. */
export type StandingGroup = 'ours' | 'attached' | 'attachable' | 'other';

/** Whose something on an engine is, as far as the ledger and the engine tell. */
export interface Standing {
  readonly group: StandingGroup;
  /** The worker it was created for; of what is not in the group of ours, by its labels alone. */
  readonly owner?: { readonly binding: BindingId; readonly seat: Seat };
  /** It was made by somebody else, and given to this console: by whose word. */
  readonly transferred?: TransferSource['by'];
  /** Why it is not offered: shown before it can be attached, where it can be. */
  readonly why: readonly string[];
  /** One of its name was taken over and is not recorded as gone: what is decided about that comes first. */
  readonly recorded?: true;
  /** A volume under the name of its owner’s, without that one’s label: made at another time too, or one of which no more is told. */
  readonly namesake?: 'another' | 'not_told';
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
    const standing = standingOfGiven(external, sighting) ?? standingOfMade(binding, sighting) ?? standingOfAttached(external, sighting) ?? standingOfAttempted(world, engine, sighting) ?? standingOfOther(world, labels, signs);
    return external && isTakenOver(external) && isUnlike(external.identity, sighting) ? { ...standing, group: 'other', why: [notTheTakenOver, ...standing.why], recorded: true } : standing;
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

const notTheTakenOver = 'a volume of this name was taken over, and this one tells another creation time, or other labels';

/** Of a volume its name is all there is to find it by: its creation time, as far as it was read, and its label tell whether it is the one that was recorded. */
const isUnlike = (identity: Fingerprint, { resource, created, labels }: Sighting): boolean =>
  resource === 'volume' && created !== undefined && (created !== identity.created || labels[labelKeys.attempt] !== identity.attempt);

function standingOfGiven(external: External | undefined, sighting: Sighting): Standing | undefined {
  if (!external || external.absent) return undefined;
  switch (external.custody.kind) {
    case 'transferred': return isUnlike(external.identity, sighting) ? undefined : { group: 'ours', transferred: external.custody.from.by, why: [] };
    case 'released': return givenAway(external.custody, external.identity, sighting);
    case 'none':
    case 'attached':
    case 'left': return undefined;
  }
}

/** What this console made is not less its own by a look at it. */
function standingOfAttached(external: External | undefined, sighting: Sighting): Standing | undefined {
  if (external?.custody.kind !== 'attached' || external.absent) return undefined;
  return { group: 'attached', why: isUnlike(external.identity, sighting) ? [...external.signs, 'what was attached under this name told another creation time, or other labels'] : external.signs };
}

function standingOfMade(binding: Binding | undefined, sighting: Sighting): Standing | undefined {
  const { resource, id } = sighting;
  const found = binding && Object.values(binding.resources).find(({ kind, present }) => kind === resource && present?.value.id === id);
  if (!binding || !found?.present) return undefined;
  if (found.released) return givenAway(found.released, found.present.value, sighting);
  const owner = { binding: binding.id, seat: binding.spec.seat };
  if (!isUnlike(found.present.value, sighting) || hasItsLabel(found.present.value, sighting)) return { group: 'ours', owner, why: [] };
  return { group: 'other', owner, namesake: isAnother(found.present.value, sighting) ? 'another' : 'not_told', why: [`it has the name of a volume that was created for ${owner.seat}, and not the label of that one`] };
}

/** As the step that removes the recorded one tells them apart, which goes by both. */
const isAnother = (identity: Fingerprint, { created, labels }: Sighting): boolean => created !== identity.created && labels[labelKeys.attempt] !== identity.attempt;

/** A label is never changed: where an attempt’s own is on it, its creation time is told anew by the engine. */
const hasItsLabel = ({ attempt }: Fingerprint, { labels }: Sighting): boolean => attempt !== undefined && labels[labelKeys.attempt] === attempt;

/** Its labels are those of an attempt that the ledger holds, and nothing that identifies it is recorded: it is not offered, and not called ours. */
function standingOfAttempted({ installation, bindings }: World, engine: EngineId, { resource, id, labels }: Sighting): Standing | undefined {
  const named = bindingIdSchema.safeParse(labels[labelKeys.binding]);
  const binding = named.success && labels[labelKeys.installation] === installation ? bindings.get(named.data) : undefined;
  if (binding?.spec.engine !== engine) return undefined;
  const found = Object.values(binding.resources).find(({ role, kind, name }) => role === labels[labelKeys.role] && kind === resource && (kind !== 'volume' || name === id));
  if (!found || !mayHaveMade(binding, found).some((attempt) => attempt.id === labels[labelKeys.attempt])) return undefined;
  const { seat } = binding.spec;
  return { group: 'other', owner: { binding: binding.id, seat }, why: [`its labels are those of an attempt of this console about ${seat}, and what identifies it is not recorded yet: going on with the preparation of that worker, or another look at it, records it`] };
}

/** Creations of it that took effect or still may; what the one did by which it was seen already is known by its identity. */
function mayHaveMade({ open, closed }: Binding, resource: Resource): readonly Attempt[] {
  const { role, creation, present } = resource;
  const isOfIt = ({ operation, about }: Attempt): boolean => isCreation(operation) && about.kind === 'resource' && about.role === role;
  const applied = creation?.settlement?.disposition === 'applied' ? [creation] : [];
  return [...applied, ...open.filter(isOfIt), ...closed.filter(isOfIt)].filter(({ id }) => !present || id !== makerOf(resource));
}

/** Nobody’s word but its new owner’s brings it back, whatever its labels say. */
function givenAway(released: Released, identity: Fingerprint, sighting: Sighting): Standing | undefined {
  if (isUnlike(identity, sighting) && !hasItsLabel(identity, sighting)) return undefined;
  return { group: 'other', why: [releaseOfExternal(released)], isAnothers: true };
}

function standingOfOther({ installation }: World, labels: Labels, signs: readonly string[]): Standing {
  const claimed = labels[labelKeys.installation];
  if (claimed === undefined) return { group: signs.length === 0 ? 'attachable' : 'other', why: signs };
  if (claimed === installation) return { group: 'other', why: ['it carries this console’s labels, and the ledger does not know it', ...signs] };
  return { group: 'other', why: [`it carries the labels of another console (installation ${claimed.slice(0, 8)})`, ...signs], isAnothers: true };
}

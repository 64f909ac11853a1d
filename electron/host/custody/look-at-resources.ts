import { unseenOf, type Binding, type Resource } from '../../../shared/binding.ts';
import type { Fingerprint } from '../../../shared/facts.ts';
import type { VolumeRole } from '../../../shared/reference.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import type { Seen, SeenOf } from '../../../shared/teardown-plan.ts';
import { isUp, type ContainerRow, type VolumeReading } from '../../../shared/engine-readings.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { usersOfNetwork } from './network-users.ts';
import { anotherVolume, fingerprintOfVolume, readerOf, sameContainer, sameNetwork, sameVolume, whenReachable } from '../placement/identity.ts';
import { fingerprintOfMade } from '../placement/look-at-created.ts';
import { ok } from '../../../shared/result.ts';
import type { World } from '../../../shared/world.ts';
import { unnamedAmong } from './unnamed-volumes.ts';

/** Reads this worker's resources again, each by what identifies it. */
export async function lookAtResources({ readers, journal }: Pick<Means, 'readers' | 'journal'>, binding: Binding): Promise<SeenOf> {
  const looked = await whenReachable(async () => {
    const reader = await readerOf(readers, binding);
    return reader.ok ? ok(await lookAtEach(journal.world, reader.value, binding)) : reader;
  });
  if (looked.ok) return looked.value;
  const unreadable: Seen = { kind: 'unreadable', refusal: looked.refusal };
  return { container: unreadable, work: unreadable, state: unreadable, network: unreadable };
}

async function lookAtEach(world: World, reader: EngineReader, created: Binding): Promise<SeenOf> {
  const { binding, unfound } = await withMade(reader, created);
  const { resources } = binding;
  const isSought = ({ present, absent, released }: Resource): boolean => present !== undefined && absent === undefined && released === undefined;
  const others = (await reader.listContainers()).filter(({ id }) => id !== resources.container.present?.value.id);
  const container = isSought(resources.container) ? await lookAtContainer(world, reader, binding, others) : never;
  const volume = async (role: VolumeRole) => (isSought(resources[role]) ? lookAtVolume(reader, binding, role, others) : never);
  const network = isSought(resources.network) ? await lookAtNetwork(reader, binding, others) : never;
  return { container, network, work: await volume('work'), state: await volume('state'), ...unfound };
}

/** For what was never made or is verified absent: no step looks at it. */
const never: Seen = { kind: 'unreadable', refusal: refusal('unconfirmed', 'Nothing of this was made.', 'Look again.') };

/** The worker as if what was made, and never looked at since, had been: of what is not there or is not ours, what shows that. */
async function withMade(reader: EngineReader, binding: Binding): Promise<{ readonly binding: Binding; readonly unfound: Partial<SeenOf> }> {
  const made = await Promise.all(unseenOf(binding).map(async (role) => ({ role, found: await fingerprintOfMade(reader, binding, role) })));
  const resources = made.map(({ role, found }) => (found.ok ? { [role]: { ...binding.resources[role], present: { ...binding.last, value: found.value } } } : {}));
  const unfound = made.map(({ role, found }) => (found.ok ? {} : { [role]: withoutIt(found.refusal) }));
  return { binding: { ...binding, resources: Object.assign({ ...binding.resources }, ...resources) }, unfound: Object.assign({}, ...unfound) };
}

async function lookAtContainer(world: World, reader: EngineReader, binding: Binding, others: readonly ContainerRow[]): Promise<Seen> {
  const found = await sameContainer(reader, binding);
  if (!found.ok) return seenFromRefusal(found.refusal, binding.resources.container, async ({ id }, says) => ((await reader.inspectContainer(id))?.id === id ? undefined : says));
  const { state, volumes } = found.value;
  return { kind: 'there', running: isUp(state), usedBy: [], unnamed: unnamedAmong(world, binding.spec.engine, volumes, others) };
}

/** A mount by our own container is no reason to keep a volume. */
async function lookAtVolume(reader: EngineReader, binding: Binding, role: VolumeRole, others: readonly ContainerRow[]): Promise<Seen> {
  const found = await sameVolume(reader, binding, role);
  if (!found.ok) return seenFromRefusal(found.refusal, binding.resources[role], async (known) => volumeNamesake(known, await reader.inspectVolume(known.id)));
  const { name } = binding.resources[role];
  return { kind: 'there', running: false, usedBy: others.filter(({ volumes }) => volumes.includes(name)).map((row) => row.name) };
}

async function lookAtNetwork(reader: EngineReader, binding: Binding, others: readonly ContainerRow[]): Promise<Seen> {
  const found = await sameNetwork(reader, binding);
  if (!found.ok) return seenFromRefusal(found.refusal, binding.resources.network, async ({ id }, says) => ((await reader.inspectNetwork(id))?.id === id ? undefined : says));
  const ours = binding.resources.container.present?.value.id;
  const endpoints = found.value.endpoints.filter(({ container }) => container !== ours);
  return { kind: 'there', running: false, usedBy: usersOfNetwork({ ...found.value, endpoints }, others).names };
}

const withoutIt = (why: Refusal): Seen => (why.code === 'not_found' ? { kind: 'gone' } : { kind: 'differs', refusal: why });

/** That something else has its name is no sign that ours is there: it is gone where what identifies it is. */
async function seenFromRefusal(why: Refusal, { present }: Resource, namesakeOf: (known: Fingerprint, says: string) => Promise<string | undefined>): Promise<Seen> {
  const namesake = why.code === 'identity_changed' && present ? await namesakeOf(present.value, why.says) : undefined;
  return namesake === undefined ? withoutIt(why) : { kind: 'gone', namesake };
}

const volumeNamesake = (known: Fingerprint, found: VolumeReading | null): string | undefined => (found ? anotherVolume(known, fingerprintOfVolume(found)) : undefined);

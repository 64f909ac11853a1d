import type { Binding, Resource } from '../../../shared/binding.ts';
import type { ContainerReading, NetworkReading, VolumeReading } from '../../../shared/engine-readings.ts';
import { releaseOfFormer, todoOfFormer, type Released } from '../../../shared/external.ts';
import type { Fingerprint } from '../../../shared/facts.ts';
import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import { labelKeys } from '../../../shared/naming.ts';
import type { VolumeRole } from '../../../shared/reference.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { EngineReader, EngineReaders } from '../engine/engine-reader.ts';
import { EngineFault, EngineUnreachableError } from '../engine/engine-reader.ts';

const untouched = 'Nothing was touched. Look at the engine before anything is done about it by hand.';

/** The reader of this worker's engine, after the engine said that it still is that engine. */
export const readerOf = (readers: EngineReaders, { spec }: Binding): Promise<Result<EngineReader>> => readerAt(readers, spec);

export async function readerAt(readers: EngineReaders, expected: { readonly endpoint: Endpoint; readonly engine: EngineId }): Promise<Result<EngineReader>> {
  const reader = readers.at(expected.endpoint);
  return whenReachable(async () => {
    const { engine } = await reader.identity();
    return engine === expected.engine
      ? ok(reader)
      : refused(refusal('engine_changed', `Another engine answers at ${expected.endpoint} now.`, 'Start the engine that is meant, or reach it at another socket.'));
  });
}

/** Turns "nobody answers" and "it answered nonsense" into refusals; every other fault stays a fault. */
export async function whenReachable<Value>(read: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof EngineUnreachableError) return refused(refusal('engine_unreachable', `The engine cannot be reached: ${error.message}.`, 'Start the engine or mend the way to it, then try again. Nothing was lost.'));
    if (error instanceof EngineFault) return refused(refusal('engine_failed', `The engine answered with an error: ${error.message}.`, 'Look at the engine’s own log, then try again.'));
    throw error;
  }
}

/** It lies with the engine, and not with what is on it: of that nothing is known then, not even whether it is there. */
export const isOfEngine = ({ code }: Refusal): boolean => ['engine_unreachable', 'engine_failed', 'engine_changed'].includes(code);

export const fingerprintOfContainer = (reading: ContainerReading): Fingerprint => ({
  id: reading.id,
  created: reading.created,
  imageId: reading.imageId,
  ...attemptLabel(reading.labels),
});

export const fingerprintOfVolume = (reading: VolumeReading): Fingerprint => ({
  id: reading.name,
  created: reading.created,
  driver: reading.driver,
  ...attemptLabel(reading.labels),
});

export const fingerprintOfNetwork = (reading: NetworkReading): Fingerprint => ({
  id: reading.id,
  created: reading.created,
  driver: reading.driver,
  ...(reading.subnets[0] !== undefined && { subnet: reading.subnets[0] }),
  ...attemptLabel(reading.labels),
});

/** Reads our container again by its immutable id; refuses unless everything that identifies it is as recorded. */
export async function sameContainer(reader: EngineReader, binding: Binding): Promise<Result<ContainerReading>> {
  const resource = binding.resources.container;
  if (resource.released) return refused(givenAway(resource, resource.released));
  const known = resource.present?.value;
  if (!known) return refused(neverSeen(resource));
  const reading = await reader.inspectContainer(known.id);
  if (!reading) return refused(vanished(resource, known, await reader.inspectContainer(resource.name)));
  const difference = differenceOf(known, fingerprintOfContainer(reading));
  return difference ? refused(differs(resource, difference)) : ok(reading);
}

export interface OurContainer {
  readonly reader: EngineReader;
  readonly container: ContainerReading;
}

/** Both at once, for whoever asks about one container: the engine is asked who it is while the container is read. */
export async function containerOf(readers: EngineReaders, binding: Binding): Promise<Result<OurContainer>> {
  const reading = whenReachable(() => sameContainer(readers.at(binding.spec.endpoint), binding));
  const [reader, container] = await Promise.all([readerOf(readers, binding), reading]);
  if (!reader.ok) return reader;
  return container.ok ? ok({ reader: reader.value, container: container.value }) : container;
}

/** The same for our network; another one may have its name. */
export async function sameNetwork(reader: EngineReader, binding: Binding): Promise<Result<NetworkReading>> {
  const resource = binding.resources.network;
  if (resource.released) return refused(givenAway(resource, resource.released));
  const known = resource.present?.value;
  if (!known) return refused(neverSeen(resource));
  const reading = await reader.inspectNetwork(known.id);
  if (!reading) return refused(vanished(resource, known, (await reader.listNetworks()).find(({ name }) => name === resource.name) ?? null));
  const difference = differenceOf(known, fingerprintOfNetwork(reading));
  return difference ? refused(differs(resource, difference)) : ok(reading);
}

/** A volume has no id: its name holds the binding's 128 random bits, and its creation time, driver and label must match. */
export async function sameVolume(reader: EngineReader, binding: Binding, role: VolumeRole): Promise<Result<VolumeReading>> {
  const resource = binding.resources[role];
  if (resource.released) return refused(givenAway(resource, resource.released));
  const known = resource.present?.value;
  if (!known) return refused(neverSeen(resource));
  const reading = await reader.inspectVolume(resource.name);
  if (!reading) return refused(refusal('not_found', `The volume ${resource.name} is not there any more.`, untouched));
  const difference = differenceOf(known, fingerprintOfVolume(reading));
  return difference ? refused(differs(resource, difference)) : ok(reading);
}

function vanished({ kind, name }: Resource, known: Fingerprint, namesake: { readonly id: string } | null): Refusal {
  return namesake && namesake.id !== known.id
    ? refusal('identity_changed', `The name ${name} belongs to another ${kind} now (${namesake.id.slice(0, 12)}); ours was ${known.id.slice(0, 12)}.`, untouched)
    : refusal('not_found', `The ${kind} ${known.id.slice(0, 12)} is not there any more.`, untouched);
}

const givenAway = ({ kind, name, returned }: Resource, released: Released): Refusal =>
  refusal('not_ours', `The ${kind} ${name} is not this ${returned && !returned.left ? 'worker' : 'console'}’s any more: ${releaseOfFormer(released, returned)}.`, todoOfFormer(returned));

const neverSeen = ({ kind, name }: Resource): Refusal =>
  refusal('unconfirmed', `The ${kind} ${name} was never seen by this console.`, 'Look again, or go on with the preparation.');

const differs = ({ kind, name }: Resource, difference: string): Refusal =>
  refusal('identity_changed', `The ${kind} ${name} is not the one that was recorded: ${difference}.`, untouched);

/**
 * Another volume under that name: made at another time, and with another label or driver. By its time alone it cannot be told,
 * as some engines tell the last change of its root folder as that; by its label alone neither, as an engine may lose its labels.
 */
export function anotherVolume(known: Fingerprint, found: Fingerprint): string | undefined {
  if (known.created === found.created || (known.driver === found.driver && known.attempt === found.attempt)) return undefined;
  return `The name ${known.id} belongs to another volume now, created at ${found.created}: ${known.driver === found.driver ? 'its label is not the one that was recorded' : `its driver is ${found.driver ?? 'unknown'}`}.`;
}

export function differenceOf(known: Fingerprint, found: Fingerprint): string | undefined {
  if (known.id !== found.id) return `its id is ${found.id}`;
  if (known.created !== found.created) return `it was created at ${found.created}, not at ${known.created}`;
  if (known.imageId !== found.imageId) return 'its image is another one';
  if (known.driver !== found.driver) return `its driver is ${found.driver ?? 'unknown'}`;
  if (known.subnet !== found.subnet) return `its addresses are ${found.subnet ?? 'unknown'}`;
  return known.attempt === found.attempt ? undefined : 'its labels are missing or are not those of the attempt that created it';
}

function attemptLabel(labels: Readonly<Record<string, string>>): { readonly attempt?: string } {
  const attempt = labels[labelKeys.attempt];
  return attempt === undefined ? {} : { attempt };
}

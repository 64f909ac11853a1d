import { assertNever } from '../../../shared/assert-never.ts';
import type { ContainerRow } from '../../../shared/engine-readings.ts';
import type { ExternalSeen } from '../../../shared/external-view.ts';
import type { ResourceKind } from '../../../shared/reference.ts';
import { networkSigns, serviceSigns, volumeSigns } from '../../../shared/service-signs.ts';
import { isUnnamed } from '../../../shared/unnamed-volumes.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { usersOfNetwork } from './network-users.ts';
import { fingerprintOfContainer, fingerprintOfNetwork, fingerprintOfVolume } from '../placement/identity.ts';

/** Reads something on an engine as it is now, whoever’s it is; null where it is not there. */
export function readExternal(reader: EngineReader, resource: ResourceKind, id: string): Promise<ExternalSeen | null> {
  switch (resource) {
    case 'container': return readContainer(reader, id);
    case 'network': return readNetwork(reader, id);
    case 'volume': return readVolume(reader, id);
    default: return assertNever(resource);
  }
}

async function readContainer(reader: EngineReader, id: string): Promise<ExternalSeen | null> {
  const reading = await reader.inspectContainer(id);
  // By its immutable id only: a name may be another container's tomorrow.
  if (!reading || reading.id !== id) return null;
  const { name, labels, state, startedAt, goesWithProcess, volumes } = reading;
  const rows = volumes.some(isUnnamed) ? await reader.listContainers() : [];
  const others = rows.filter((row) => row.id !== id && row.volumes.some((volume) => volumes.includes(volume))).map((row) => ({ name: row.name, volumes: row.volumes }));
  return { name, identity: fingerprintOfContainer(reading), labels, signs: serviceSigns(reading), usedBy: [], container: { state, startedAt, goesWithProcess, volumes, others } };
}

async function readVolume(reader: EngineReader, name: string): Promise<ExternalSeen | null> {
  const [reading, containers] = await Promise.all([reader.inspectVolume(name), reader.listContainers()]);
  if (!reading) return null;
  const users = containers.filter(({ volumes }) => volumes.includes(name));
  return { name, identity: fingerprintOfVolume(reading), labels: reading.labels, signs: volumeSigns(reading.labels, await servicesOf(reader, users)), usedBy: users.map((user) => user.name) };
}

async function readNetwork(reader: EngineReader, id: string): Promise<ExternalSeen | null> {
  const [reading, containers] = await Promise.all([reader.inspectNetwork(id), reader.listContainers()]);
  if (!reading || reading.id !== id) return null;
  const users = usersOfNetwork(reading, containers);
  return { name: reading.name, identity: fingerprintOfNetwork(reading), labels: reading.labels, signs: networkSigns(reading, await servicesOf(reader, users.containers)), usedBy: users.names };
}

/** So many of those that use a thing are looked at one by one. */
const mostInspected = 32;

/** Those of its users that are services, also where only an inspection tells. */
async function servicesOf(reader: EngineReader, users: readonly ContainerRow[]): Promise<readonly string[]> {
  const known = new Set(servicesAmong(users));
  const others = users.filter(({ name }) => !known.has(name)).slice(0, mostInspected);
  const looked = await Promise.all(others.map(async ({ id, name }) => ({ name, reading: await reader.inspectContainer(id) })));
  return [...known, ...looked.flatMap(({ name, reading }) => (reading && serviceSigns(reading).length > 0 ? [name] : []))];
}

/** As far as a list tells. */
export const servicesAmong = (containers: readonly ContainerRow[]): readonly string[] => containers.filter((row) => serviceSigns(row).length > 0).map(({ name }) => name);

import { makerOf, type Binding, type Resource } from '../../../shared/binding.ts';
import type { ContainerReading, NetworkReading, VolumeReading } from '../../../shared/engine-readings.ts';
import type { Fingerprint } from '../../../shared/facts.ts';
import { labelKeys, type Labels } from '../../../shared/naming.ts';
import { consoleItself } from '../../../shared/receipt.ts';
import type { ResourceRole, VolumeRole } from '../../../shared/reference.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import type { Entry } from '../ledger/journal.ts';
import { admittedReadings } from './admitted-readings.ts';
import { fingerprintOfContainer, fingerprintOfNetwork, fingerprintOfVolume } from './identity.ts';
import { bindingRef, resourceRef } from './worker-refs.ts';

/** Reads what was created, by the label of the attempt that made it, and records what identifies it from now on. */
export async function lookAtCreated(means: Means, reader: EngineReader, binding: Binding, role: ResourceRole): Promise<Result<null>> {
  switch (role) {
    case 'container': return lookAtContainer(means, reader, binding);
    case 'network': return lookAtNetwork(means, reader, binding);
    case 'work':
    case 'state': return lookAtVolume(means, reader, binding, role);
  }
}

async function lookAtVolume({ journal }: Means, reader: EngineReader, binding: Binding, role: VolumeRole): Promise<Result<null>> {
  const reading = await findVolume(reader, binding, role);
  if (!reading.ok) return reading;
  journal.append(present(binding, role, fingerprintOfVolume(reading.value)));
  return ok(null);
}

async function lookAtNetwork({ journal }: Means, reader: EngineReader, binding: Binding): Promise<Result<null>> {
  const reading = await findNetwork(reader, binding);
  if (!reading.ok) return reading;
  journal.append(present(binding, 'network', fingerprintOfNetwork(reading.value)));
  return ok(null);
}

async function lookAtContainer({ journal }: Means, reader: EngineReader, binding: Binding): Promise<Result<null>> {
  const { network } = binding.resources;
  const reading = await findContainer(reader, binding);
  if (!reading.ok) return reading;
  const joined = network.present ? await reader.inspectNetwork(network.present.value.id) : null;
  journal.appendAll([
    present(binding, 'container', fingerprintOfContainer(reading.value)),
    { actor: consoleItself, about: bindingRef(binding), body: { kind: 'observation', fact: 'admitted', value: { readings: [...admittedReadings(reading.value, joined)] }, source: 'inspect' } },
  ]);
  return ok(null);
}

/** What identifies something that was made and that nobody looked at since, as it is now; `not_found` where it is gone. */
export async function fingerprintOfMade(reader: EngineReader, binding: Binding, role: ResourceRole): Promise<Result<Fingerprint>> {
  switch (role) {
    case 'container': return mapped(await findContainer(reader, binding), fingerprintOfContainer);
    case 'network': return mapped(await findNetwork(reader, binding), fingerprintOfNetwork);
    case 'work':
    case 'state': return mapped(await findVolume(reader, binding, role), fingerprintOfVolume);
  }
}

const mapped = <From, To>(result: Result<From>, to: (value: From) => To): Result<To> => (result.ok ? ok(to(result.value)) : result);

const findVolume = async (reader: EngineReader, binding: Binding, role: VolumeRole): Promise<Result<VolumeReading>> =>
  whichIsOurs(binding, role, await reader.inspectVolume(binding.resources[role].name));

/** By its id where one is known, else by its maker's label: its name is no identity. */
async function findNetwork(reader: EngineReader, binding: Binding): Promise<Result<NetworkReading>> {
  const { network } = binding.resources;
  const id = idGivenTo(network);
  const reading = id === undefined ? (await reader.listNetworks()).find(({ labels }) => isMadeBy(network, labels)) : await reader.inspectNetwork(id);
  return whichIsOurs(binding, 'network', reading ?? null);
}

const findContainer = async (reader: EngineReader, binding: Binding): Promise<Result<ContainerReading>> =>
  whichIsOurs(binding, 'container', await reader.inspectContainer(idGivenTo(binding.resources.container) ?? binding.resources.container.name));

function whichIsOurs<Reading extends { readonly labels: Labels }>(binding: Binding, role: ResourceRole, reading: Reading | null): Result<Reading> {
  if (!reading) return refused(goneAlready(binding, role));
  return isMadeBy(binding.resources[role], reading.labels) ? ok(reading) : refused(replacedSince(binding, role));
}

const isMadeBy = (resource: Resource, labels: Labels): boolean => labels[labelKeys.attempt] === makerOf(resource);

const present = (binding: Binding, role: ResourceRole, value: Fingerprint): Entry => ({
  actor: consoleItself,
  about: { ...resourceRef(binding, role), ...(role !== 'work' && role !== 'state' && { id: value.id }) },
  body: { kind: 'observation', fact: 'present', value, source: 'inspect' },
});

/** The immutable id that the evidence of its creation gave; absent where only its name was seen. */
export function idGivenTo({ creation, late }: Resource): string | undefined {
  if (late) return late.value.id ?? undefined;
  for (const evidence of creation?.settlement?.evidence ?? []) if (evidence.kind !== 'bytes' && evidence.id !== undefined) return evidence.id;
  return undefined;
}

const replacedSince = (binding: Binding, role: ResourceRole) =>
  refusal('identity_changed', `${binding.resources[role].name} does not carry the label of the attempt that created it.`, 'Nothing was touched. Look at the engine before anything is done about it by hand.');

export const goneAlready = (binding: Binding, role: ResourceRole) =>
  refusal('not_found', `${binding.resources[role].name} was created and is not there any more; this console did not remove it.`, 'Tear down what is left of this worker and prepare a new one.');

import type { Requests } from '../../../shared/bridge.ts';
import type { ContainerRow, NetworkReading, VolumeReading } from '../../../shared/engine-readings.ts';
import type { NetworkRow, ThingsListing, VolumeRow } from '../../../shared/external-view.ts';
import { instantOf } from '../../../shared/ids.ts';
import { ok } from '../../../shared/result.ts';
import { networkSigns, volumeSigns } from '../../../shared/service-signs.ts';
import { standingsOn } from '../../../shared/standing.ts';
import { usersOfNetwork } from '../custody/network-users.ts';
import { servicesAmong } from '../custody/read-external.ts';
import type { Desk } from '../desk.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { whenReachable } from '../placement/identity.ts';

type StandingOf = ReturnType<typeof standingsOn>;

/** What else is on an engine beside its containers, each thing with whose it is and who uses it: no question for each of them. */
export const listRequests = (desk: Desk): Pick<Requests, 'listThings'> => ({
  listThings: ({ endpoint }) => whenReachable(async () => ok(await thingsOf(desk, desk.readers.at(endpoint)))),
});

async function thingsOf({ journal }: Desk, reader: EngineReader): Promise<ThingsListing> {
  const [{ engine }, volumes, networks, containers] = await Promise.all([reader.identity(), reader.listVolumes(), reader.listNetworks(), reader.listContainers()]);
  const standingOf = standingsOn(journal.world, engine);
  return {
    volumes: volumes.map((volume) => volumeRow(volume, containers, standingOf)),
    networks: networks.map((network) => networkRow(network, containers, standingOf)),
    readAt: instantOf(Date.now()),
  };
}

function volumeRow({ name, driver, created, labels }: VolumeReading, containers: readonly ContainerRow[], standingOf: StandingOf): VolumeRow {
  const users = containers.filter(({ volumes }) => volumes.includes(name));
  const signs = volumeSigns(labels, servicesAmong(users));
  return { name, driver, created, usedBy: users.map((user) => user.name), standing: standingOf({ resource: 'volume', id: name, created, labels, signs }) };
}

function networkRow(network: NetworkReading, containers: readonly ContainerRow[], standingOf: StandingOf): NetworkRow {
  const { id, name, driver, internal, subnets, created, labels } = network;
  const users = usersOfNetwork(network, containers);
  const signs = networkSigns(network, servicesAmong(users.containers));
  return { id, name, driver, internal, subnets, created, usedBy: users.names, standing: standingOf({ resource: 'network', id, labels, signs }) };
}

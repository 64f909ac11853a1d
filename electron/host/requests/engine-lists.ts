import type { Requests } from '../../../shared/bridge.ts';
import type { NetworkListing, VolumeListing } from '../../../shared/external-view.ts';
import { instantOf } from '../../../shared/ids.ts';
import { ok } from '../../../shared/result.ts';
import { networkSigns, volumeSigns } from '../../../shared/service-signs.ts';
import { standingsOn } from '../../../shared/standing.ts';
import { usersOfNetwork } from '../custody/network-users.ts';
import { servicesAmong } from '../custody/read-external.ts';
import type { Desk } from '../desk.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { whenReachable } from '../placement/identity.ts';

/** What else is on an engine beside its containers, each thing with whose it is and who uses it: no question for each of them. */
export function listRequests(desk: Desk): Pick<Requests, 'listVolumes' | 'listNetworks'> {
  const { readers } = desk;
  return {
    listVolumes: ({ endpoint }) => whenReachable(async () => ok(await volumesOf(desk, readers.at(endpoint)))),
    listNetworks: ({ endpoint }) => whenReachable(async () => ok(await networksOf(desk, readers.at(endpoint)))),
  };
}

async function volumesOf({ journal }: Desk, reader: EngineReader): Promise<VolumeListing> {
  const [{ engine }, volumes, containers] = await Promise.all([reader.identity(), reader.listVolumes(), reader.listContainers()]);
  const standingOf = standingsOn(journal.world, engine);
  const rows = volumes.map(({ name, driver, created, labels }) => {
    const users = containers.filter((container) => container.volumes.includes(name));
    const signs = volumeSigns(labels, servicesAmong(users));
    return { name, driver, created, usedBy: users.map((user) => user.name), standing: standingOf({ resource: 'volume', id: name, labels, signs }) };
  });
  return { volumes: rows, readAt: instantOf(Date.now()) };
}

async function networksOf({ journal }: Desk, reader: EngineReader): Promise<NetworkListing> {
  const [{ engine }, networks, containers] = await Promise.all([reader.identity(), reader.listNetworks(), reader.listContainers()]);
  const standingOf = standingsOn(journal.world, engine);
  const rows = networks.map((network) => {
    const { id, name, driver, internal, subnets, created, labels } = network;
    const users = usersOfNetwork(network, containers);
    const signs = networkSigns(network, servicesAmong(users.containers));
    return { id, name, driver, internal, subnets, created, usedBy: users.names, standing: standingOf({ resource: 'network', id, labels, signs }) };
  });
  return { networks: rows, readAt: instantOf(Date.now()) };
}

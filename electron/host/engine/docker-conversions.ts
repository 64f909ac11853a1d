import type { ContainerRequest, NetworkRequest, VolumeRequest } from '../../../shared/engine-requests.ts';
import type { AdmittedSettings, ContainerChange, ContainerReading, ContainerRow, ContainerState, EngineFacts, ImageRow, NetworkReading, VolumeReading } from '../../../shared/engine-readings.ts';
import type { EngineId } from '../../../shared/ids.ts';
import type { DockerChange, DockerContainer, DockerContainerRow, DockerImage, DockerImageRow, DockerInfo, DockerNetwork, DockerState, DockerVolume } from './docker-schemas.ts';
import { toEngineTime } from './engine-time.ts';
import { nameText } from './name-text.ts';

/** The one place where Docker's words become ours and ours become Docker's. */

export const toEngineFacts = (info: DockerInfo, apiVersion: string): EngineFacts => ({
  engine: info.ID as EngineId,
  name: info.Name,
  version: info.ServerVersion,
  apiVersion,
  operatingSystem: info.OperatingSystem,
  architecture: info.Architecture,
  cpus: info.NCPU,
  memoryBytes: info.MemTotal,
  cgroupVersion: info.CgroupVersion ?? '',
  storageDriver: info.Driver,
  systemTime: toEngineTime(info.SystemTime ?? ''),
});

export const toContainerRow = (row: DockerContainerRow): ContainerRow => ({
  id: row.Id,
  // A legacy link adds names with a second slash; the container's own has one.
  name: (row.Names.find((name) => name.lastIndexOf('/') <= 0) ?? '').replace(/^\//, ''),
  image: row.Image,
  imageId: row.ImageID,
  state: toState(row.State),
  status: row.Status,
  createdSeconds: row.Created,
  labels: row.Labels,
  volumes: volumeNames(row.Mounts),
  networks: Object.entries(row.NetworkSettings?.Networks ?? {}).flatMap(([name, { NetworkID }]) => (NetworkID ? [name, NetworkID] : [name])),
  ports: distinct(row.Ports.flatMap(({ PublicPort }) => (PublicPort === undefined ? [] : [PublicPort]))),
});

export const toContainerReading = (container: DockerContainer): ContainerReading => ({
  id: container.Id,
  name: container.Name.replace(/^\//, ''),
  created: toEngineTime(container.Created),
  imageId: container.Image,
  labels: container.Config.Labels,
  state: toState(container.State.Status),
  startedAt: toEngineTime(container.State.StartedAt),
  finishedAt: toEngineTime(container.State.FinishedAt),
  exitCode: container.State.ExitCode,
  outOfMemory: container.State.OOMKilled ?? false,
  ...searchPathOf(container.Config.Env),
  volumes: volumeNames(container.Mounts),
  ports: boundPorts(container.HostConfig.PortBindings),
  restart: container.HostConfig.RestartPolicy?.Name ?? '',
  goesWithProcess: container.HostConfig.AutoRemove ?? false,
  admitted: toAdmitted(container),
});

function searchPathOf(variables: readonly string[]): Pick<ContainerReading, 'searchPath'> {
  const path = variables.find((variable) => variable.startsWith('PATH='));
  return path === undefined ? {} : { searchPath: path.slice('PATH='.length) };
}

export const toVolumeReading = (volume: DockerVolume): VolumeReading => ({
  name: volume.Name,
  created: toEngineTime(volume.CreatedAt ?? ''),
  driver: volume.Driver,
  labels: volume.Labels,
});

export const toNetworkReading = (network: DockerNetwork): NetworkReading => ({
  id: network.Id,
  name: network.Name,
  created: toEngineTime(network.Created ?? ''),
  driver: network.Driver,
  internal: network.Internal ?? false,
  labels: network.Labels,
  subnets: (network.IPAM?.Config ?? []).flatMap(({ Subnet }) => Subnet ?? []),
  endpoints: Object.entries(network.Containers ?? {}).map(([container, { Name }]) => ({ container, name: Name ?? container })),
});

export const toImageRow = (row: DockerImageRow): ImageRow => ({
  id: row.Id,
  tags: row.RepoTags.filter(isTag),
  digests: row.RepoDigests.filter(isDigest),
  // An image may leave out when it was made; an engine then tells the year 1.
  createdSeconds: Math.max(0, row.Created),
  bytes: row.Size,
  labels: row.Labels,
});

export const toImageRowOfOne = (image: DockerImage): ImageRow => ({
  id: image.Id,
  tags: image.RepoTags.filter(isTag),
  digests: image.RepoDigests.filter(isDigest),
  createdSeconds: Math.max(0, Math.floor(Date.parse(image.Created ?? '') / 1000)) || 0,
  bytes: image.Size,
  labels: image.Config?.Labels ?? {},
  command: [...(image.Config?.Entrypoint ?? []), ...(image.Config?.Cmd ?? [])],
});

export const toVolumeBody = ({ name, labels }: VolumeRequest): object => ({ Name: name, Driver: 'local', Labels: labels });

export const toNetworkBody = ({ name, labels, subnet, host, dead }: NetworkRequest): object => ({
  Name: name,
  CheckDuplicate: true,
  Driver: 'bridge',
  Internal: true,
  Attachable: false,
  EnableIPv6: false,
  IPAM: { Driver: 'default', Config: [{ Subnet: subnet, Gateway: host, AuxiliaryAddresses: { DefaultGatewayIPv4: dead } }] },
  Labels: labels,
});

export const toContainerBody = (request: ContainerRequest): object => ({
  Image: request.imageId,
  // An empty entry point takes the image's own away, so that the command is what runs.
  Entrypoint: [],
  Cmd: request.command,
  Env: [],
  WorkingDir: request.workingDirectory,
  User: `${request.user.uid}:${request.user.gid}`,
  Labels: request.labels,
  AttachStdin: false,
  AttachStdout: false,
  AttachStderr: false,
  OpenStdin: false,
  Tty: false,
  HostConfig: toHostConfig(request),
});

const toHostConfig = ({ resources, network, volumes, tmpfs }: ContainerRequest): object => ({
  Init: true,
  ReadonlyRootfs: true,
  Privileged: false,
  CapDrop: ['ALL'],
  SecurityOpt: ['no-new-privileges'],
  NetworkMode: network === 'none' ? 'none' : network.id,
  // An engine resolves names for its guests, on its own machine's ways if it is not told of others: so nothing goes out by names.
  ...(network !== 'none' && { ExtraHosts: [`${network.hostName}:${network.host}`], Dns: [network.dead] }),
  RestartPolicy: { Name: 'no' },
  NanoCpus: resources.cpuMilli * 1_000_000,
  Memory: resources.memoryBytes,
  // The same as Memory: no swap beyond it.
  MemorySwap: resources.memoryBytes,
  PidsLimit: resources.pids,
  Mounts: volumes.map(({ name, path }) => ({ Type: 'volume', Source: name, Target: path, VolumeOptions: { NoCopy: true } })),
  Tmpfs: Object.fromEntries(tmpfs.map(({ path, options }) => [path, options])),
});

function toAdmitted({ Config, HostConfig: host, NetworkSettings }: DockerContainer): AdmittedSettings {
  return {
    nanoCpus: host.NanoCpus || quotaAsNanoCpus(host.CpuQuota ?? 0, host.CpuPeriod || 100_000),
    memoryBytes: host.Memory ?? 0,
    // Docker's "no limit" is absent, 0 or -1.
    pids: Math.max(0, host.PidsLimit ?? 0),
    droppedCapabilities: host.CapDrop,
    addedCapabilities: host.CapAdd,
    securityOptions: host.SecurityOpt,
    privileged: host.Privileged ?? false,
    user: Config.User ?? '',
    readOnlyRoot: host.ReadonlyRootfs ?? false,
    networkMode: host.NetworkMode ?? '',
    networks: Object.entries(NetworkSettings?.Networks ?? {}).map(([name, { NetworkID }]) => ({ name, id: NetworkID ?? '' })),
  };
}

const quotaAsNanoCpus = (quota: number, period: number): number => (quota > 0 ? Math.round((quota / period) * 1e9) : 0);

/** The engine may choose the port itself, and tells it in the listing only: 0 stands for that. */
const boundPorts = (bindings: DockerContainer['HostConfig']['PortBindings']): readonly number[] =>
  distinct(Object.values(bindings ?? {}).flatMap((places) => places.map(({ HostPort }) => Number(HostPort ?? 0) || 0)));

/** A port is told once for each of the machine's address families. */
const distinct = (ports: readonly number[]): readonly number[] => [...new Set(ports)].sort((one, other) => one - other);

const isDigest = (digest: string): boolean => !digest.startsWith('<none>');

const isTag = (tag: string): boolean => tag !== '<none>:<none>';

const volumeNames = (mounts: DockerContainer['Mounts']): readonly string[] =>
  mounts.filter(({ Type }) => Type === 'volume').flatMap(({ Name }) => (Name === undefined ? [] : [Name]));

function toState(state: DockerState): ContainerState {
  switch (state) {
    case 'configured':
    case 'initialized': return 'created';
    case 'stopping': return 'running';
    case 'stopped': return 'exited';
    default: return state;
  }
}

const changeKinds = { 0: 'changed', 1: 'added', 2: 'removed' } as const;

export const toContainerChange = ({ Path, Kind }: DockerChange): ContainerChange => ({ path: nameText(Buffer.from(Path)), kind: changeKinds[Kind] });

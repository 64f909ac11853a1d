import type { Socket } from 'node:net';
import { labelKeys } from '../../shared/naming.ts';
import type { ResourceRole } from '../../shared/reference.ts';
import type { FakeDaemon } from './fake-daemon.ts';
import type { Seeded } from './seed-ledger.ts';
import { hexOf, type SeedWorker } from './seed-worker.ts';

export interface Crowd {
  /** Containers that are not ours. */
  readonly strangers: number;
  readonly images: number;
  readonly logLines: number;
}

/** What each kind of worker has on the engine, and how its container is. Kinds that are not here have nothing there. */
const containerStates: Readonly<Partial<Record<Seeded['kind'], 'created' | 'running' | 'exited'>>> = {
  prepared: 'created', staged: 'created', delivered: 'created', differing: 'created', working: 'running', ended: 'exited', exported: 'exited', failed: 'exited', released: 'created', returned: 'created', left_before: 'exited',
};

const strangerStates = ['running', 'exited', 'paused', 'restarting', 'dead', 'created'] as const;

/** Lets a stand-in for an engine, which says that it is one, answer with what a seeded ledger says is there, among many others. */
export function populate(daemon: FakeDaemon, seeded: readonly Seeded[], { strangers, images, logLines }: Crowd): void {
  const ours = seeded.filter(({ kind }) => containerStates[kind]);
  daemon.answer('GET /info', { body: { ...daemon.info(), NCPU: 8, MemTotal: 16_700_000_000, OperatingSystem: 'a stand-in for tests', Architecture: 'x86_64', Driver: 'overlay2' } });
  daemon.answer('GET /containers/json', { body: [...ours.map(rowOf), ...Array.from({ length: strangers }, (_, index) => strangerAt(index))] });
  daemon.answer('GET /images/json', { body: Array.from({ length: images }, (_, index) => imageAt(index)) });
  daemon.answer('GET /volumes', { body: { Volumes: [...ours.flatMap(({ worker }) => workersVolumes.map((role) => volumeOf(worker, role))), ...Array.from({ length: strangers }, (_, index) => volumeAt(index))] } });
  daemon.answer('GET /networks', { body: [...enginesOwn, ...Array.from({ length: strangers }, (_, index) => networkAt(index))] });
  // Stays open and never says a thing.
  daemon.answer('GET /events', { then: () => undefined });
  for (const seed of ours) answerFor(daemon, seed, logLines);
  // What cannot be read settles nothing: these stay as they are.
  for (const { worker } of seeded.filter(({ kind }) => kind === 'unconfirmed')) {
    daemon.answer(`GET /containers/${worker.containerId}/json`, { status: 500, body: { message: 'this stand-in will not say' } });
  }
}

function answerFor(daemon: FakeDaemon, { worker, kind }: Seeded, logLines: number): void {
  const state = containerStates[kind] ?? 'created';
  daemon.answer(`GET /containers/${worker.containerId}/json`, { body: containerOf(worker, state) });
  daemon.answer(`GET /containers/${worker.containerId}/logs`, { body: Buffer.concat(Array.from({ length: logLines }, (_, index) => logFrame(index))), ...(state === 'running' && { then: () => undefined }) });
  if (state === 'running') daemon.answer(`GET /containers/${worker.containerId}/stats`, { then: (socket) => sendStatistics(socket) });
  for (const role of workersVolumes) daemon.answer(`GET /volumes/${worker.resource(role).name}`, { body: volumeOf(worker, role) });
}

const labelsOf = (worker: SeedWorker, role: ResourceRole) => ({ [labelKeys.attempt]: worker.creationOf(role), [labelKeys.seat]: worker.spec.seat });

const workersVolumes = ['work', 'state'] as const;

const volumeOf = (worker: SeedWorker, role: (typeof workersVolumes)[number]) => ({ Name: worker.resource(role).name, Driver: 'local', CreatedAt: worker.created, Labels: labelsOf(worker, role) });

const mountOf = (name: string) => ({ Type: 'volume', Name: name, Source: '', Destination: '/data', Driver: 'local', RW: true });

const rowOf = ({ worker, kind }: Seeded) => ({
  Id: worker.containerId, Names: [`/${worker.resource('container').name}`], Image: worker.spec.image.reference, ImageID: worker.spec.image.id, State: containerStates[kind], Status: 'Up 2 hours',
  Created: Math.floor(Date.parse(worker.created) / 1000), Labels: labelsOf(worker, 'container'), Mounts: workersVolumes.map((role) => mountOf(worker.resource(role).name)),
});

const strangerAt = (index: number) => {
  const state = strangerStates[index % strangerStates.length];
  return {
    Id: hexOf(`stranger ${index}`, 64), Names: [`/service-${index}${index % 9 === 0 ? '-of-a-team-that-gives-its-containers-names-as-long-as-this-one' : ''}`], Image: 'debian:12-slim',
    ImageID: `sha256:${hexOf('debian', 64)}`, State: state, Status: `${state} for a while`, Created: 1_772_000_000 + index, Labels: index % 50 === 7 ? { [labelKeys.installation]: 'somebody else' } : {}, Mounts: index % 3 === 1 ? [] : [mountOf(volumeName(index % 3 === 2 ? 0 : index))],
    NetworkSettings: { Networks: { [`team-${index % 4}_default`]: { NetworkID: hexOf(`network ${index % 4}`, 64) } } },
  };
};

/** The first one is used by many. */
const volumeName = (index: number): string => `data-${index}${index % 9 === 0 ? '-of-a-service-that-keeps-everything-it-ever-heard-of-for-ever' : ''}`;

const volumeAt = (index: number) => ({ Name: volumeName(index), Driver: index % 11 === 5 ? 'nfs' : 'local', CreatedAt: '2026-02-25T06:00:00Z', Labels: index % 4 === 0 ? { 'com.docker.compose.project': `team-${index % 12}` } : {} });

const enginesOwn = [
  { Id: hexOf('bridge', 64), Name: 'bridge', Created: '2026-02-25T06:00:00Z', Driver: 'bridge', Internal: false, Labels: {}, IPAM: { Config: [{ Subnet: '172.17.0.0/16' }] } },
  { Id: hexOf('host', 64), Name: 'host', Created: '2026-02-25T06:00:00Z', Driver: 'host', Internal: false, Labels: {}, IPAM: { Config: [] } },
  { Id: hexOf('none', 64), Name: 'none', Created: '2026-02-25T06:00:00Z', Driver: 'null', Internal: false, Labels: {}, IPAM: { Config: [] } },
];

const networkAt = (index: number) => ({
  Id: hexOf(`network ${index}`, 64), Name: `team-${index}${index % 9 === 0 ? '-and-everybody-who-ever-asked-to-be-let-into-it-at-all' : ''}_default`, Created: '2026-02-25T06:00:00Z', Driver: index % 5 === 3 ? 'overlay' : 'bridge', Internal: index % 4 === 1,
  Labels: index % 3 === 0 ? { 'com.docker.compose.project': `team-${index}` } : {}, IPAM: { Config: [{ Subnet: `10.${(index >> 4) & 255}.${(index & 15) << 4}.0/20` }, ...(index % 7 === 2 ? [{ Subnet: `fd00:${index.toString(16)}::/64` }] : [])] },
});

const imageAt = (index: number) => ({
  Id: index === 0 ? `sha256:${'b'.repeat(64)}` : `sha256:${hexOf(`image ${index}`, 64)}`, RepoTags: [index === 0 ? 'bailiwick/sample-worker:1' : `team-${index % 12}/service-${index}:1.${index}`],
  Created: 1_772_000_000 + index, Size: 40_000_000 + index * 999_983, Labels: {},
});

const containerOf = (worker: SeedWorker, state: 'created' | 'running' | 'exited') => ({
  Id: worker.containerId, Name: `/${worker.resource('container').name}`, Created: worker.created, Image: worker.spec.image.id,
  State: { Status: state, StartedAt: state === 'created' ? '0001-01-01T00:00:00Z' : worker.created, FinishedAt: state === 'exited' ? worker.created : '0001-01-01T00:00:00Z', ExitCode: 0, OOMKilled: false },
  Config: { Labels: labelsOf(worker, 'container'), User: '1000:1000', Tty: false }, Mounts: [],
  HostConfig: { NanoCpus: 500_000_000, Memory: 256 * 1024 ** 2, PidsLimit: 64, CapDrop: ['ALL'], CapAdd: [], SecurityOpt: ['no-new-privileges'], Privileged: false, ReadonlyRootfs: true, NetworkMode: 'none' },
});

/** A line of statistics now and every second: a worker that has something to do now and then. */
function sendStatistics(socket: Socket): void {
  let second = 0;
  const countersAt = (at: number) => ({ cpu_usage: { total_usage: at * 1.1e8 + Math.sin(at / 7) * 4e8 }, system_cpu_usage: 1e12 + at * 4e9, online_cpus: 4 });
  const send = (): void => {
    const line = { read: new Date().toISOString(), cpu_stats: countersAt(second), ...(second > 0 && { precpu_stats: countersAt(second - 1) }), memory_stats: { usage: 61e6 + Math.sin(second / 11) * 9e6, stats: { inactive_file: 4e6 } } };
    socket.write(`${JSON.stringify(line)}\n`);
    second += 1;
  };
  send();
  const timer = setInterval(send, 1000);
  socket.once('close', () => { clearInterval(timer); });
}

/** One line as the engine sends it: the stream, the length, the time and the text. */
function logFrame(index: number): Buffer {
  const stream = index % 17 === 9 ? 2 : 1;
  const words = index % 40 === 3 ? ' and it goes on and on'.repeat(20) : '';
  const line = Buffer.from(`${new Date(1_772_000_000_000 + index * 211).toISOString()} step ${index} read /workspace/task/part-${index}.md${words}\n`);
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(line.length, 4);
  return Buffer.concat([head, line]);
}

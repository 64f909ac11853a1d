import { consoleHostName } from './worker-spec.ts';

/** What is read in a guest to see what it is given. */
export const readingProbes = {
  process_status: ['cat', '/proc/1/status'],
  mounts: ['cat', '/proc/1/mountinfo'],
  network_devices: ['cat', '/proc/1/net/dev'],
  network_routes: ['cat', '/proc/1/net/route'],
  memory_limit_v1: ['cat', '/sys/fs/cgroup/memory/memory.limit_in_bytes'],
  memory_limit_v2: ['cat', '/sys/fs/cgroup/memory.max'],
  cpu_quota_v1: ['cat', '/sys/fs/cgroup/cpu/cpu.cfs_quota_us', '/sys/fs/cgroup/cpu/cpu.cfs_period_us'],
  cpu_quota_v2: ['cat', '/sys/fs/cgroup/cpu.max'],
  pids_limit_v1: ['cat', '/sys/fs/cgroup/pids/pids.max'],
  pids_limit_v2: ['cat', '/sys/fs/cgroup/pids.max'],
} as const satisfies Record<string, readonly string[]>;

/** How long a guest may take to reach something, in seconds: for one connection, and for all of a probe. */
export const reachSeconds = { connect: 3, probe: 5 } as const;

/** Somewhere that answers everybody who has a way out, and a name that every name server of the Internet knows. */
export const outside = { address: '1.1.1.1', port: '443', name: 'example.com' } as const;

const within = ['timeout', String(reachSeconds.probe)] as const;
const connect = ['nc', '-w', String(reachSeconds.connect)] as const;

/** What is tried in a guest to see where it gets to. Nothing is sent over a connection that comes about. */
export const reachProbes = {
  /** Nothing listens on the port for discarding: a refusal is an answer as well. */
  reach_host: [...within, ...connect, consoleHostName, '9'],
  reach_outside: [...within, ...connect, outside.address, outside.port],
  reach_names: [...within, 'nslookup', outside.name],
} as const satisfies Record<string, readonly string[]>;

/** The only commands that are ever run in a guest just to look. None takes input, none writes. */
export const probes = { ...readingProbes, ...reachProbes };

export type ReadingProbe = keyof typeof readingProbes;
export type ReachProbe = keyof typeof reachProbes;
export type ProbeName = keyof typeof probes;

/** The only commands that are ever run in a guest just to look. None takes input, none writes. */
export const probes = {
  process_status: ['cat', '/proc/1/status'],
  mounts: ['cat', '/proc/1/mountinfo'],
  network_devices: ['cat', '/proc/1/net/dev'],
  memory_limit_v1: ['cat', '/sys/fs/cgroup/memory/memory.limit_in_bytes'],
  memory_limit_v2: ['cat', '/sys/fs/cgroup/memory.max'],
  cpu_quota_v1: ['cat', '/sys/fs/cgroup/cpu/cpu.cfs_quota_us', '/sys/fs/cgroup/cpu/cpu.cfs_period_us'],
  cpu_quota_v2: ['cat', '/sys/fs/cgroup/cpu.max'],
  pids_limit_v1: ['cat', '/sys/fs/cgroup/pids/pids.max'],
  pids_limit_v2: ['cat', '/sys/fs/cgroup/pids.max'],
} as const satisfies Record<string, readonly string[]>;

export type ProbeName = keyof typeof probes;

import type { CpuCounters, UsageCounters } from '../../../shared/usage.ts';
import { refusedQuestion, type DockerConnection } from './docker-connection.ts';
import { parseJson, readBody } from './docker-request.ts';
import { statsSchema, type DockerStats } from './docker-schemas.ts';
import { EngineFault } from './engine-reader.ts';
import { jsonLines } from './json-lines.ts';

/** A container's statistics as they come. Ends quietly when the signal aborts. */
export async function* readUsage(connection: DockerConnection, path: string, signal: AbortSignal): AsyncGenerator<UsageCounters | null> {
  try {
    const response = await connection.open({ method: 'GET', path: `${path}/stats`, query: { stream: 'true' } }, signal);
    if (response.statusCode !== 200) {
      throw refusedQuestion(`${path}/stats`, { status: response.statusCode ?? 0, body: parseJson(await readBody(response)) });
    }
    for await (const line of jsonLines(connection.bytesOf(response, connection.deadlines.stallMs))) yield toUsageCounters(line);
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
}

/** `null` while the container does not run: an engine goes on sending lines then, without numbers in them. */
export function toUsageCounters(line: string): UsageCounters | null {
  const fits = statsSchema.safeParse(parseJson(line));
  if (!fits.success) throw new EngineFault('a line of statistics that does not fit');
  const { cpu_stats: cpu, precpu_stats: before, memory_stats: memory } = fits.data;
  if (!memory?.usage) return null;
  return {
    cpu: toCpuCounters(cpu),
    before: before ? toCpuCounters(before) : null,
    // The first name is of cgroup v1, which also has the second, without what is below it.
    memory: { usedBytes: memory.usage, inactiveFileBytes: memory.stats?.['total_inactive_file'] ?? memory.stats?.['inactive_file'] ?? 0 },
  };
}

/** `null` where the time of the machine is missing: so it is in what stands for a reading before the first. */
function toCpuCounters({ cpu_usage, system_cpu_usage, online_cpus }: DockerStats['cpu_stats']): CpuCounters | null {
  const processors = online_cpus || cpu_usage.percpu_usage.length;
  return system_cpu_usage && processors > 0 ? { usedNanos: cpu_usage.total_usage, machineNanos: system_cpu_usage, processors } : null;
}

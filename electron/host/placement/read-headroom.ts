import { isUp, type ContainerRow, type EngineFacts } from '../../../shared/engine-readings.ts';
import { headroomOf, type Headroom, type Usage } from '../../../shared/headroom.ts';
import type { EngineReader } from '../engine/engine-reader.ts';

/** A list tells no limits: so many are asked for, one by one. */
const mostAsked = 100;
const atOnce = 8;

interface Machine {
  readonly facts: EngineFacts;
  /** What the console uses of the engine's machine; null where that is another one. */
  readonly consoleBytes: number | null;
}

/** Reads what the containers of an engine may use, and tells what that leaves. */
export async function readHeadroom(reader: EngineReader, { facts, consoleBytes }: Machine): Promise<Headroom> {
  const rows = (await reader.listContainers()).filter(({ state }) => isUp(state));
  const usages: Usage[] = [];
  for (let from = 0; from < Math.min(rows.length, mostAsked); from += atOnce) {
    const read = await Promise.all(rows.slice(from, Math.min(from + atOnce, mostAsked)).map((row) => usageOf(reader, row)));
    usages.push(...read.flatMap((usage) => usage ?? []));
  }
  return headroomOf({ totalBytes: facts.memoryBytes, totalCpuMilli: facts.cpus * 1000, running: usages, unread: Math.max(0, rows.length - mostAsked), consoleBytes });
}

/** Nothing of one that is gone meanwhile. */
async function usageOf(reader: EngineReader, { id, name }: ContainerRow): Promise<Usage | undefined> {
  const found = await reader.inspectContainer(id);
  return found ? { name, memoryBytes: found.admitted.memoryBytes, cpuMilli: Math.round(found.admitted.nanoCpus / 1_000_000) } : undefined;
}

/** Engines say how much their machine has; another one, or a virtual one on this, has another amount. */
export const isThisMachine = ({ memoryBytes }: EngineFacts, totalBytes: number): boolean => Math.abs(memoryBytes - totalBytes) < totalBytes / 100;

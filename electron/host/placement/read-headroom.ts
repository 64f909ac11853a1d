import { isUp, type ContainerRow, type EngineFacts } from '../../../shared/engine-readings.ts';
import { headroomOf, type Headroom, type Usage } from '../../../shared/headroom.ts';
import { EngineFault, type EngineReader } from '../engine/engine-reader.ts';

/** A list tells no limits: so many are asked for, one by one. */
const mostAsked = 100;
const atOnce = 8;
/** Of those without a limit, so many are measured, for so long each. */
const mostMeasured = 16;
const measuringMilliseconds = 3000;

interface Machine {
  readonly facts: EngineFacts;
  /** What this console's workers there may use, by their container's id. */
  readonly workers: ReadonlyMap<string, { readonly memoryBytes: number; readonly hasEnded: boolean }>;
  readonly neighbours: readonly string[];
  /** What the console uses of the engine's machine; null where that is another one. */
  readonly consoleBytes: number | null;
}

/** Reads what the containers of an engine may use, and tells what that leaves. */
export async function readHeadroom(reader: EngineReader, { facts, workers, neighbours, consoleBytes }: Machine): Promise<Headroom> {
  const rows = (await reader.listContainers()).filter(({ state }) => isUp(state));
  const usages: Known[] = [];
  for (let from = 0; from < Math.min(rows.length, mostAsked); from += atOnce) {
    const read = await Promise.all(rows.slice(from, Math.min(from + atOnce, mostAsked)).map((row) => usageOf(reader, row)));
    usages.push(...read.flatMap((usage) => usage ?? []));
  }
  const running = new Set(rows.map(({ id }) => id));
  const idle = [...workers].flatMap(([id, may]) => (running.has(id) ? [] : [may]));
  const [waiting, ended] = [idle.filter(({ hasEnded }) => !hasEnded), idle.filter(({ hasEnded }) => hasEnded)];
  return headroomOf({ totalBytes: facts.memoryBytes, totalCpuMilli: facts.cpus * 1000, running: await withUse(reader, usages), unread: Math.max(0, rows.length - mostAsked), waiting, ended, neighbours, consoleBytes });
}

/** Nothing of one that is gone meanwhile. */
async function usageOf(reader: EngineReader, { id, name }: ContainerRow): Promise<Known | undefined> {
  const found = await reader.inspectContainer(id);
  return found ? { id, name, memoryBytes: found.admitted.memoryBytes, cpuMilli: Math.round(found.admitted.nanoCpus / 1_000_000) } : undefined;
}

type Known = Usage & { readonly id: string };

/** What bounds nothing is measured: it takes that much at least. */
function withUse(reader: EngineReader, usages: readonly Known[]): Promise<readonly Usage[]> {
  const measured = new Set(usages.filter(({ memoryBytes }) => memoryBytes === 0).slice(0, mostMeasured));
  return Promise.all(usages.map(async (usage) => (measured.has(usage) ? { ...usage, usedBytes: await usedNow(reader, usage.id) } : usage)));
}

async function usedNow(reader: EngineReader, id: string): Promise<number | null> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), measuringMilliseconds);
  try {
    for await (const counters of reader.usage(id, over.signal)) return counters && counters.memory.usedBytes - counters.memory.inactiveFileBytes;
    return null;
  } catch (error) {
    // Gone meanwhile, or an engine that does not tell.
    if (error instanceof EngineFault) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

/** Engines say how much their machine has; another one, or a virtual one on this, has another amount. */
export const isThisMachine = ({ memoryBytes }: EngineFacts, totalBytes: number): boolean => Math.abs(memoryBytes - totalBytes) < totalBytes / 100;

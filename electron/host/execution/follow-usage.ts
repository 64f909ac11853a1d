import type { UsageNotice } from '../../../shared/bridge-values.ts';
import { instantOf } from '../../../shared/ids.ts';
import { cpuMilliOf, memoryInUse } from '../../../shared/usage.ts';
import type { EngineReader } from '../engine/engine-reader.ts';

export interface UsageRequest {
  readonly usage: string;
  readonly container: string;
  readonly signal: AbortSignal;
}

/** Streams what a container uses until it is gone or the signal aborts. Nothing of it is kept, and nothing is written. */
export async function followUsage(reader: EngineReader, { usage, container, signal }: UsageRequest, emit: (notice: UsageNotice) => void): Promise<void> {
  const say = (notice: Omit<UsageNotice, 'usage'>): void => {
    if (!signal.aborted) emit({ usage, ...notice });
  };
  try {
    for await (const counters of reader.usage(container, signal)) {
      say({ reading: counters && { at: instantOf(Date.now()), cpuMilli: cpuMilliOf(counters), memoryBytes: memoryInUse(counters.memory) } });
    }
    say({ ended: 'the engine has no such container any more' });
  } catch (error) {
    say({ ended: error instanceof Error ? error.message : String(error) });
  }
}

import type { UsageNotice } from '../../../shared/bridge-values.ts';
import { faultText } from '../../../shared/error-code.ts';
import { instantOf } from '../../../shared/ids.ts';
import { cpuMilliOf, memoryInUse } from '../../../shared/usage.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import { endOfStream, type StreamEnd } from './end-of-stream.ts';

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
    if (!signal.aborted) say({ ended: wordsOf(await endOfStream(reader, container)) });
  } catch (error) {
    say({ ended: faultText(error) });
  }
}

function wordsOf(end: StreamEnd): string {
  switch (end.kind) {
    case 'gone': return 'the engine has no such container any more';
    case 'down':
    case 'up': return 'the engine ended its statistics';
    case 'not_known': return end.says;
  }
}

import { JobCancelledError, JobFailedError, runInThread } from './run-in-thread.ts';
import type { SpawnThread, ThreadName } from './spawn-threads.ts';

/** How a job ended that may have been made to take for ever, or all memory. */
export type BoundedEnd<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  /** Its time was over, and it was stopped wherever it was. */
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly says: string };

export interface Bounds {
  readonly patienceMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Does one job on a thread of its own that is stopped in time. Throws JobCancelledError where the caller's signal ended it. */
export async function runBounded<Value>(spawn: SpawnThread, name: ThreadName, job: unknown, { patienceMs, signal }: Bounds): Promise<BoundedEnd<Value>> {
  const late = AbortSignal.timeout(Math.ceil(patienceMs));
  try {
    return { kind: 'done', value: await runInThread<Value>(spawn, name, job, { signal: signal ? AbortSignal.any([late, signal]) : late }) };
  } catch (error) {
    if (error instanceof JobFailedError) return { kind: 'failed', says: error.message };
    if (error instanceof JobCancelledError && late.aborted && !signal?.aborted) return { kind: 'late' };
    throw error;
  }
}

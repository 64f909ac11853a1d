import type { SpawnThread, ThreadName } from './spawn-threads.ts';

/** What a thread with one job says. */
export type JobMessage<Value> =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'done'; readonly value: Value }
  /** By the name of its error: an error itself does not keep its class on the way. */
  | { readonly kind: 'failed'; readonly name: string; readonly says: string };

/** The job could not be done; why is in the message. */
export class JobFailedError extends Error {
  override name = 'JobFailedError';
  /** The name of the error in the thread. */
  readonly because: string;

  constructor(because: string, says: string, options?: ErrorOptions) {
    super(says, options);
    this.because = because;
  }
}

export class JobCancelledError extends Error {
  override name = 'JobCancelledError';
}

export interface JobWatch {
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Does one job on a thread of its own. Throws JobCancelledError, JobFailedError. */
export function runInThread<Value>(spawn: SpawnThread, name: ThreadName, job: unknown, { onProgress, signal }: JobWatch = {}): Promise<Value> {
  if (signal?.aborted) return Promise.reject(cancelled());
  return new Promise((resolve, reject) => {
    const thread = spawn(name, job);
    const cancel = (): void => {
      thread.stop();
      reject(cancelled());
    };
    signal?.addEventListener('abort', cancel, { once: true });
    thread.onMessage((message) => {
      const said = message as JobMessage<Value>;
      switch (said.kind) {
        case 'progress': return onProgress?.(said.done);
        case 'done': return resolve(said.value);
        case 'failed': return reject(new JobFailedError(said.name, said.says));
      }
    });
    thread.onEnd((fault) => {
      signal?.removeEventListener('abort', cancel);
      reject(new JobFailedError('ThreadEnded', `It ended before it was through${fault instanceof Error ? ` (${fault.message})` : ''}.`, { cause: fault }));
    });
  });
}

const cancelled = (): JobCancelledError => new JobCancelledError('It was cancelled.');

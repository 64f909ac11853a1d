import type { SpawnWorker } from './spawn-worker.ts';
import type { DatabaseReport } from './verify-database.ts';
import type { VerifyJob, VerifyMessage } from './verify-worker.ts';

/** The ledger could not be verified; why is in the message. Nothing was found about what is in it. */
export class VerificationFailedError extends Error {
  override name = 'VerificationFailedError';
  /** The name of the error in the thread. */
  readonly because: string;

  constructor(because: string, says: string, options?: ErrorOptions) {
    super(says, options);
    this.because = because;
  }
}

export class VerificationCancelledError extends Error {
  override name = 'VerificationCancelledError';
}

interface Watch {
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Verifies a database on a thread of its own. Throws VerificationCancelledError, VerificationFailedError. */
export function verifyInWorker(spawn: SpawnWorker, job: VerifyJob, { onProgress, signal }: Watch = {}): Promise<DatabaseReport> {
  if (signal?.aborted) return Promise.reject(cancelled());
  return new Promise((resolve, reject) => {
    const worker = spawn('verify', job);
    const cancel = (): void => {
      worker.stop();
      reject(cancelled());
    };
    signal?.addEventListener('abort', cancel, { once: true });
    worker.onMessage((message) => {
      const said = message as VerifyMessage;
      switch (said.kind) {
        case 'progress': return onProgress?.(said.done);
        case 'verified': return resolve(said.report);
        case 'failed': return reject(new VerificationFailedError(said.name, said.says));
      }
    });
    worker.onEnd((fault) => {
      signal?.removeEventListener('abort', cancel);
      reject(new VerificationFailedError('WorkerEnded', `The verification ended before it was through${fault instanceof Error ? ` (${fault.message})` : ''}.`, { cause: fault }));
    });
  });
}

const cancelled = (): VerificationCancelledError => new VerificationCancelledError('The verification was cancelled.');

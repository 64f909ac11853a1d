import type { WrittenBundle } from '../../../../shared/bridge-values.ts';
import type { Result } from '../../../../shared/result.ts';
import { runInThread, type JobWatch } from '../threads/run-in-thread.ts';
import type { SpawnThread } from '../threads/spawn-threads.ts';
import type { BundleJob } from './write-bundle.ts';

/** Writes a bundle on a thread of its own. Throws JobCancelledError, JobFailedError; what was not whole is left at `unfinished`. */
export const bundleInThread = (spawn: SpawnThread, job: BundleJob, watch?: JobWatch): Promise<Result<WrittenBundle>> => runInThread(spawn, 'bundle', job, watch);

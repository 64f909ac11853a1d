import type { Result } from '../../../../shared/result.ts';
import { runInThread, type JobWatch } from '../threads/run-in-thread.ts';
import type { SpawnThread } from '../threads/spawn-threads.ts';
import type { BundleJob, StagedBundle } from './stage-bundle.ts';

/** Stages a bundle on a thread of its own. Throws JobCancelledError, JobFailedError. */
export const bundleInThread = (spawn: SpawnThread, job: BundleJob, watch?: JobWatch): Promise<Result<StagedBundle>> => runInThread(spawn, 'bundle', job, watch);

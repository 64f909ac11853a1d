import type { WrittenBundle } from '../../../../shared/bridge-values.ts';
import type { Result } from '../../../../shared/result.ts';
import { runInWorker, type JobWatch } from '../verify/run-in-worker.ts';
import type { SpawnWorker } from '../verify/spawn-worker.ts';
import type { BundleJob } from './write-bundle.ts';

/** Writes a bundle on a thread of its own. Throws JobCancelledError, JobFailedError; what was not whole is left at `unfinished`. */
export const bundleInWorker = (spawn: SpawnWorker, job: BundleJob, watch?: JobWatch): Promise<Result<WrittenBundle>> => runInWorker(spawn, 'bundle', job, watch);

import { runInWorker, type JobWatch } from './run-in-worker.ts';
import type { SpawnWorker } from './spawn-worker.ts';
import type { DatabaseReport } from './verify-database.ts';
import type { VerifyJob } from './verify-worker.ts';

/** Verifies a database on a thread of its own. Throws JobCancelledError, JobFailedError. */
export const verifyInWorker = (spawn: SpawnWorker, job: VerifyJob, watch?: JobWatch): Promise<DatabaseReport> => runInWorker(spawn, 'verify', job, watch);

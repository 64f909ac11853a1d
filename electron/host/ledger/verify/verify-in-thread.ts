import { runInThread, type JobWatch } from '../threads/run-in-thread.ts';
import type { SpawnThread } from '../threads/spawn-threads.ts';
import type { DatabaseReport } from './verify-database.ts';
import type { VerifyJob } from './verify-thread.ts';

/** Verifies a database on a thread of its own. Throws JobCancelledError, JobFailedError. */
export const verifyInThread = (spawn: SpawnThread, job: VerifyJob, watch?: JobWatch): Promise<DatabaseReport> => runInThread(spawn, 'verify', job, watch);

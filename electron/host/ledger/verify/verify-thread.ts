import type { Trust } from './anchors.ts';
import { answerJob } from '../threads/answer-job.ts';
import { startedFor } from '../threads/spawn-threads.ts';
import { verifyDatabase } from './verify-database.ts';

export interface VerifyJob {
  readonly file: string;
  readonly trust: Trust;
}

const { job, spawn } = startedFor<VerifyJob>();

await answerJob((onProgress) => verifyDatabase(job.file, job.trust, spawn, { onProgress }));

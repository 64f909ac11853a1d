import { workerData } from 'node:worker_threads';
import type { Trust } from './anchors.ts';
import { answerJob } from '../threads/answer-job.ts';
import { verifyDatabase } from './verify-database.ts';

export interface VerifyJob {
  readonly file: string;
  readonly trust: Trust;
}

const { file, trust } = workerData as VerifyJob;

await answerJob((onProgress) => verifyDatabase(file, trust, { onProgress }));

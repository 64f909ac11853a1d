import { workerData } from 'node:worker_threads';
import { answerJob } from '../threads/answer-job.ts';
import { writeBundle, type BundleJob } from './write-bundle.ts';

const job = workerData as BundleJob;

await answerJob((onProgress) => writeBundle(job, onProgress));

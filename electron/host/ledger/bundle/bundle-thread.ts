import { workerData } from 'node:worker_threads';
import { answerJob } from '../threads/answer-job.ts';
import { stageBundle, type BundleJob } from './stage-bundle.ts';

const job = workerData as BundleJob;

await answerJob((onProgress) => stageBundle(job, onProgress));

import { workerData } from 'node:worker_threads';
import { answerJob } from '../ledger/threads/answer-job.ts';
import { misfitOf, type ContentJob } from './judge-content.ts';

await answerJob(() => misfitOf(workerData as ContentJob));

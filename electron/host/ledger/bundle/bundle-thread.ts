import { answerJob } from '../threads/answer-job.ts';
import { startedFor } from '../threads/spawn-threads.ts';
import { stageBundle, type BundleJob } from './stage-bundle.ts';

const { job } = startedFor<BundleJob>();

await answerJob((onProgress) => stageBundle(job, onProgress));

import { answerJob } from '../ledger/threads/answer-job.ts';
import { startedFor } from '../ledger/threads/spawn-threads.ts';
import { answerProjectionJob, type ProjectionJob } from '../projection/projection-jobs.ts';
import { misfitOf, type ContentJob } from './judge-content.ts';

async function answer(job: ContentJob | ProjectionJob): Promise<unknown> {
  switch (job.kind) {
    case 'schema':
    case 'text':
    case 'json': return misfitOf(job);
    case 'review':
    case 'change':
    case 'compare': return answerProjectionJob(job);
  }
}

await answerJob(() => answer(startedFor<ContentJob | ProjectionJob>().job));

import type { IncomingMessage } from 'node:http';
import type { Answer } from '../attempts/answer.ts';
import type { PullProgress } from '../attempts/mutations.ts';
import { answerOf } from './docker-answers.ts';
import { assertWhole, parseJson, readBody } from './docker-request.ts';
import { pullLineSchema } from './docker-schemas.ts';
import { jsonLines } from './json-lines.ts';
import { PullLayers } from './pull-progress.ts';

/** Follows a pull to its end. Only an end without an error that named the image's digest is a success. */
export async function readPull(response: IncomingMessage, onProgress: (progress: PullProgress) => void): Promise<Answer> {
  const status = response.statusCode ?? 0;
  if (status !== 200) return endedBefore(status, parseJson(await readBody(response)));
  const layers = new PullLayers();
  let digest: string | undefined;
  let isNew = true;
  for await (const line of jsonLines(response)) {
    const fits = pullLineSchema.safeParse(parseJson(line));
    if (!fits.success) return { kind: 'unclear', says: 'the engine wrote what is no line of a pull' };
    if (fits.data.error !== undefined) return { kind: 'ambiguous', status, says: fits.data.error.trim().slice(0, 500) };
    digest = /^Digest: (sha256:[0-9a-f]{64})$/.exec(fits.data.status ?? '')?.[1] ?? digest;
    if (fits.data.status?.startsWith('Status: Image is up to date')) isNew = false;
    onProgress(layers.take(fits.data));
  }
  assertWhole(response);
  if (digest === undefined) return { kind: 'unclear', says: 'the pull ended without a digest' };
  return isNew ? { kind: 'applied', status, id: digest } : { kind: 'already', status };
}

/**
 * An engine hands on what a registry said with a status of its own, 500 among them. It tells so after the pull has ended,
 * in its own form: what is left to know is whether the image is there, and that is read.
 */
function endedBefore(status: number, body: unknown): Answer {
  const answer = answerOf({ status: status === 500 ? 409 : status, body }, () => ({ kind: 'unclear', says: `the answer was ${status}` }));
  return 'status' in answer ? { ...answer, status } : answer;
}

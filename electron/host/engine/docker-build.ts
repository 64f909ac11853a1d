import type { IncomingMessage } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import type { Answer } from '../attempts/answer.ts';
import { answerOf } from './docker-answers.ts';
import { assertWhole, parseJson, readBody } from './docker-request.ts';
import { buildLineSchema } from './docker-schemas.ts';
import { jsonLines } from './json-lines.ts';

/** Follows a build to its end. Only an end without an error that named the image's id is a success. */
export async function readBuild(response: IncomingMessage, onProgress: (line: string) => void): Promise<Answer> {
  const status = response.statusCode ?? 0;
  if (status !== 200) return answerOf({ status, body: parseJson(await readBody(response)) }, () => ({ kind: 'unclear', says: `the answer was ${status}` }));
  let id: string | undefined;
  for await (const line of jsonLines(response)) {
    const fits = buildLineSchema.safeParse(parseJson(line));
    if (!fits.success) return { kind: 'unclear', says: 'the engine wrote what is no line of a build' };
    const { error, stream, status: step, aux } = fits.data;
    if (error !== undefined) return { kind: 'refused', status, says: error.trim().slice(0, 500) };
    id = aux?.ID ?? id;
    for (const text of (stream ?? step ?? '').split('\n')) if (text.trim() !== '') onProgress(stripVTControlCharacters(text).trimEnd());
  }
  assertWhole(response);
  return id === undefined ? { kind: 'unclear', says: 'the build ended without an image’s id' } : { kind: 'applied', status, id };
}

import { createReadStream } from 'node:fs';
import { bytesText } from '../../../shared/quantities.ts';
import { compileSchema, describeMisfit } from './json-schema.ts';

/** Judged away from everything else, since what is judged may be made to take for ever. */
export type ContentJob =
  | { readonly kind: 'schema'; readonly schema: string }
  | { readonly kind: 'text'; readonly file: string }
  | { readonly kind: 'json'; readonly file: string; readonly bytes: number; readonly schema?: string };

/** More JSON than this is not taken apart. */
export const mostJsonBytes = 16 * 1024 * 1024;

/** Why something is not what it has to be; nothing when it is. */
export async function misfitOf(job: ContentJob): Promise<string | null> {
  switch (job.kind) {
    case 'schema': return misfitOfSchema(job.schema);
    case 'text': return (await decoded(job.file, () => undefined)) ? null : 'it is not text in UTF-8';
    case 'json': return misfitOfJson(job);
  }
}

function misfitOfSchema(text: string): string | null {
  const schema = compileSchema(text);
  return schema.kind === 'unfit' ? schema.says : null;
}

async function misfitOfJson({ file, bytes, schema }: Extract<ContentJob, { kind: 'json' }>): Promise<string | null> {
  if (bytes > mostJsonBytes) return `it has ${bytesText(bytes)}, and no more than ${bytesText(mostJsonBytes)} of JSON are checked`;
  let text = '';
  if (!(await decoded(file, (part) => (text += part)))) return 'it is not text in UTF-8, so it is not JSON';
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    // What the parser says holds words of the document.
    return 'it is not JSON';
  }
  return schema === undefined ? null : misfitToSchema(document, schema);
}

function misfitToSchema(document: unknown, text: string): string | null {
  const schema = compileSchema(text);
  if (schema.kind === 'unfit') return `its schema cannot be used: ${schema.says}`;
  if (schema.validate(document)) return null;
  const [first] = schema.validate.errors ?? [];
  return `it does not fit its schema: ${first ? describeMisfit(first) : 'no reason is given'}`;
}

/** Says whether the whole file is text in UTF-8, and hands it over part by part. */
async function decoded(file: string, onPart: (part: string) => void): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) onPart(decoder.decode(chunk as Buffer, { stream: true }));
    onPart(decoder.decode());
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

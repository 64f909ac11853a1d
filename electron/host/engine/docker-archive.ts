import type { Readable } from 'node:stream';
import { z } from 'zod';
import { refusedQuestion, type DockerAnswer, type DockerConnection } from './docker-connection.ts';
import { parseJson, readBody } from './docker-request.ts';
import { containerSchema } from './docker-schemas.ts';
import { EngineFault, type PathKind } from './engine-reader.ts';
import { nameBytes } from './name-text.ts';

/** A tar stream of a path. A 404 may mean the container as well, so that is looked at before the path is called absent. */
export async function readArchive(connection: DockerConnection, path: string, wanted: string, signal?: AbortSignal): Promise<Readable | null> {
  const response = await connection.open({ method: 'GET', path: `${path}/archive`, query: { path: nameBytes(wanted) } }, signal);
  if (response.statusCode === 200) return connection.bytesOf(response, connection.deadlines.stallMs);
  const refusal = { status: response.statusCode ?? 0, body: parseJson(await readBody(response)) };
  if (refusal.status !== 404) throw refusedQuestion(`${path}/archive`, refusal);
  await containerIsThere(connection, path);
  return null;
}

/** What lies at each path itself. Takes an engine a hundredth of the time of an archive. */
export async function kindsOfPaths(connection: DockerConnection, path: string, wanted: readonly string[], signal?: AbortSignal): Promise<readonly PathKind[]> {
  const answers = await connection.askAll(wanted.map((each) => ({ method: 'HEAD', path: `${path}/archive`, query: { path: nameBytes(each) } })), signal);
  const kinds = answers.map((answer) => kindOf(answer, path));
  if (kinds.includes('absent')) await containerIsThere(connection, path);
  return kinds;
}

const statHeader = 'x-docker-container-path-stat';
/** Bits of a mode as Go writes it: above those of permissions, and another order than a file system’s. */
const [folderBit, linkBit, otherBits] = [2 ** 31, 2 ** 27, [2 ** 26, 2 ** 25, 2 ** 24, 2 ** 21, 2 ** 19]] as const;
const statSchema = z.object({ mode: z.number().int().nonnegative() });

function kindOf(answer: DockerAnswer, path: string): PathKind {
  if (answer.status === 404) return 'absent';
  if (answer.status !== 200) throw refusedQuestion(`${path}/archive`, answer);
  const fits = statSchema.safeParse(parseJson(Buffer.from(String(answer.headers[statHeader]), 'base64').toString('utf8')));
  if (!fits.success) throw new EngineFault(`${path}/archive was answered without what lies there`);
  const has = (bit: number): boolean => Math.floor(fits.data.mode / bit) % 2 === 1;
  if (has(folderBit)) return 'folder';
  if (has(linkBit)) return 'link';
  return otherBits.some(has) ? 'other' : 'file';
}

async function containerIsThere(connection: DockerConnection, path: string): Promise<void> {
  if ((await connection.getIfThere(`${path}/json`, containerSchema)) === null) throw new EngineFault(`the container of ${path} is not there`);
}

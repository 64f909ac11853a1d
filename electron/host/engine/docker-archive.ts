import type { Readable } from 'node:stream';
import { z } from 'zod';
import { refusedQuestion, type DockerConnection } from './docker-connection.ts';
import { parseJson, readBody } from './docker-request.ts';
import { containerSchema } from './docker-schemas.ts';
import { EngineFault, type PathKind } from './engine-reader.ts';

/** A tar stream of a path. A 404 may mean the container as well, so that is looked at before the path is called absent. */
export async function readArchive(connection: DockerConnection, path: string, wanted: string, signal?: AbortSignal): Promise<Readable | null> {
  const response = await connection.open({ method: 'GET', path: `${path}/archive`, query: { path: wanted } }, signal);
  if (response.statusCode === 200) return connection.bytesOf(response, connection.deadlines.stallMs);
  const refusal = { status: response.statusCode ?? 0, body: parseJson(await readBody(response)) };
  if (refusal.status !== 404) throw refusedQuestion(`${path}/archive`, refusal);
  await containerIsThere(connection, path);
  return null;
}

/** What lies at a path itself. Takes an engine a hundredth of the time of an archive. */
export async function kindOfPath(connection: DockerConnection, path: string, wanted: string, signal?: AbortSignal): Promise<PathKind> {
  const response = await connection.open({ method: 'HEAD', path: `${path}/archive`, query: { path: wanted } }, signal);
  response.resume();
  switch (response.statusCode) {
    case 200: return kindOf(response.headers[statHeader], path);
    case 404:
      await containerIsThere(connection, path);
      return 'absent';
    default: throw refusedQuestion(`${path}/archive`, { status: response.statusCode ?? 0, body: null });
  }
}

const statHeader = 'x-docker-container-path-stat';
/** Bits of a mode as Go writes it: above those of permissions, and another order than a file system’s. */
const [folderBit, linkBit, otherBits] = [2 ** 31, 2 ** 27, [2 ** 26, 2 ** 25, 2 ** 24, 2 ** 21, 2 ** 19]] as const;
const statSchema = z.object({ mode: z.number().int().nonnegative() });

function kindOf(stat: string | readonly string[] | undefined, path: string): PathKind {
  const fits = statSchema.safeParse(parseJson(Buffer.from(String(stat), 'base64').toString('utf8')));
  if (!fits.success) throw new EngineFault(`${path}/archive was answered without what lies there`);
  const has = (bit: number): boolean => Math.floor(fits.data.mode / bit) % 2 === 1;
  if (has(folderBit)) return 'folder';
  if (has(linkBit)) return 'link';
  return otherBits.some(has) ? 'other' : 'file';
}

async function containerIsThere(connection: DockerConnection, path: string): Promise<void> {
  if ((await connection.getIfThere(`${path}/json`, containerSchema)) === null) throw new EngineFault(`the container of ${path} is not there`);
}

import type { Readable } from 'node:stream';
import { refusedQuestion, type DockerConnection } from './docker-connection.ts';
import { parseJson, readBody } from './docker-request.ts';
import { containerSchema } from './docker-schemas.ts';
import { EngineFault } from './engine-reader.ts';

/** A tar stream of a path. A 404 may mean the container as well, so that is looked at before the path is called absent. */
export async function readArchive(connection: DockerConnection, path: string, wanted: string, signal?: AbortSignal): Promise<Readable | null> {
  const response = await connection.open({ method: 'GET', path: `${path}/archive`, query: { path: wanted } }, signal);
  if (response.statusCode === 200) return connection.bytesOf(response, connection.deadlines.stallMs);
  const refusal = { status: response.statusCode ?? 0, body: parseJson(await readBody(response)) };
  if (refusal.status !== 404) throw refusedQuestion(`${path}/archive`, refusal);
  const container = await connection.getIfThere(`${path}/json`, containerSchema);
  if (container === null) throw new EngineFault(`the container of ${path} is not there`);
  return null;
}

import { refusedQuestion, type DockerConnection } from './docker-connection.ts';
import { parseJson, readBody } from './docker-request.ts';
import { containerSchema } from './docker-schemas.ts';
import { EngineFault, type LogFrame, type LogOptions } from './engine-reader.ts';
import { toQueryTime } from './engine-time.ts';
import { logFrames } from './log-frames.ts';
import { BrokenFramesError, framePieces, unframedPieces } from './stream-frames.ts';

/** A container's log as the engine keeps it. Ends quietly when the signal aborts. */
export async function* readLogs(connection: DockerConnection, path: string, options: LogOptions): AsyncGenerator<LogFrame> {
  try {
    yield* openLogs(connection, path, options);
  } catch (error) {
    if (options.signal.aborted) return;
    throw error instanceof BrokenFramesError ? new EngineFault(error.message, { cause: error }) : error;
  }
}

async function* openLogs(connection: DockerConnection, path: string, options: LogOptions): AsyncGenerator<LogFrame> {
  const container = await connection.get(`${path}/json`, containerSchema);
  const response = await connection.open({ method: 'GET', path: `${path}/logs`, query: logQuery(options) }, options.signal);
  if (response.statusCode !== 200) {
    throw refusedQuestion(`${path}/logs`, { status: response.statusCode ?? 0, body: parseJson(await readBody(response)) });
  }
  const chunks = connection.bytesOf(response, options.follow ? undefined : connection.deadlines.stallMs);
  // A terminal has one stream, and the engine sends it without frames.
  yield* logFrames(container.Config.Tty === true ? unframedPieces(chunks) : framePieces(chunks));
}

const logQuery = ({ follow, since, tail }: LogOptions): Record<string, string> => ({
  stdout: 'true',
  stderr: 'true',
  timestamps: 'true',
  follow: String(follow),
  ...(since !== undefined && { since: toQueryTime(since) }),
  ...(tail !== undefined && { tail: String(tail) }),
});

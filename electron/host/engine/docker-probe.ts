import { setTimeout as sleep } from 'node:timers/promises';
import { probes, type ProbeName } from '../../../shared/probes.ts';
import { fitting, refusedQuestion, saysNotThere, type DockerConnection } from './docker-connection.ts';
import { messageOf } from './docker-errors.ts';
import { parseJson, readBody } from './docker-request.ts';
import { containerSchema, createdExecSchema, execSchema } from './docker-schemas.ts';
import { EngineFault, type ProbeResult } from './engine-reader.ts';
import { framePieces } from './stream-frames.ts';

const outputLimit = 64 * 1024;
const notExecutable = 127;

/** Runs one command of the closed list: without input, without a terminal, as the container's own user. */
export async function runProbe(connection: DockerConnection, path: string, probe: ProbeName): Promise<ProbeResult> {
  const body = { Cmd: probes[probe], AttachStdin: false, AttachStdout: true, AttachStderr: true, Tty: false };
  const created = await connection.ask({ method: 'POST', path: `${path}/exec`, body });
  if (created.status === 409 || saysNotThere(created)) return { kind: 'not_running' };
  if (created.status !== 201) throw refusedQuestion(`${path}/exec`, created);
  const { Id } = fitting(createdExecSchema, created, `${path}/exec`);
  try {
    return await connection.within(connection.deadlines.readMs, (signal) => outputOf(connection, `/exec/${Id}`, signal));
  } catch (error) {
    // A guest that ends takes its commands with it, and engines answer that in several ways: the container itself tells.
    if (error instanceof EngineFault && !(await isRunning(connection, path))) return { kind: 'not_running' };
    throw error;
  }
}

async function isRunning(connection: DockerConnection, path: string): Promise<boolean> {
  const container = await connection.getIfThere(`${path}/json`, containerSchema);
  return container?.State.Status === 'running';
}

async function outputOf(connection: DockerConnection, path: string, signal: AbortSignal): Promise<ProbeResult> {
  const response = await connection.open({ method: 'POST', path: `${path}/start`, body: { Detach: false, Tty: false } }, signal);
  if (response.statusCode !== 200) {
    const refusal = { status: response.statusCode ?? 0, body: parseJson(await readBody(response)) };
    // Newer engines say here that the command is not in the image; older ones write it into the output.
    if (refusal.status === 400) return { kind: 'failed', exitCode: notExecutable, says: messageOf(refusal.body, refusal.status) };
    throw refusedQuestion(`${path}/start`, refusal);
  }
  const { stdout, stderr } = await collect(connection, response);
  const exitCode = await exitCodeOf(connection, path, signal);
  return exitCode === 0 ? { kind: 'output', text: stdout } : { kind: 'failed', exitCode, says: `${stderr} ${stdout}`.trim().slice(0, 500) };
}

async function collect(connection: DockerConnection, response: Parameters<DockerConnection['bytesOf']>[0]): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const kept = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  let room = outputLimit;
  // Beyond the limit it is read and dropped: a command that cannot write would never end.
  for await (const { stream, bytes } of framePieces(connection.bytesOf(response))) {
    const part = Buffer.from(bytes.subarray(0, room));
    room -= part.length;
    kept[stream].push(part);
  }
  return { stdout: Buffer.concat(kept.stdout).toString('utf8'), stderr: Buffer.concat(kept.stderr).toString('utf8') };
}

/** The engine may note the end a little after the output has ended. */
async function exitCodeOf(connection: DockerConnection, path: string, signal: AbortSignal): Promise<number> {
  while (!signal.aborted) {
    const { Running, ExitCode } = await connection.get(`${path}/json`, execSchema);
    if (!Running && typeof ExitCode === 'number') return ExitCode;
    await sleep(20);
  }
  throw new EngineFault(`${path} did not end`);
}

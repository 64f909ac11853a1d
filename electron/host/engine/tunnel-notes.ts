import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../../shared/error-code.ts';
import { readBootId, readIfThere, readProcess } from './daemon-process.ts';
import { parseJson } from './docker-request.ts';
import { namesIn } from './usual-sockets.ts';

const processSchema = z.strictObject({ pid: z.number().int().positive(), startTicks: z.string() });
const noteSchema = z.strictObject({ bootId: z.string(), console: processSchema, tunnel: processSchema });

type NotedProcess = z.infer<typeof processSchema>;

const noteOf = (socket: string): string => `${socket}.json`;

/** Writes down which process a tunnel is and whose, so that one whose console was killed is found later. */
export function noteTunnel(socket: string, pid: number): void {
  const [ours, its] = [asNoted(process.pid), asNoted(pid)];
  if (ours && its) writeFileSync(noteOf(socket), JSON.stringify({ bootId: readBootId(), console: ours, tunnel: its }), { mode: 0o600 });
}

export function forgetTunnel(socket: string): void {
  for (const file of [socket, noteOf(socket)]) rmSync(file, { force: true });
}

/** Ends the tunnels in this folder whose console is gone. */
export function endLeftovers(folder: string): void {
  for (const name of namesIn(folder).filter((each) => each.endsWith('.sock.json'))) {
    const socket = path.join(folder, name.slice(0, -'.json'.length));
    const note = noteSchema.safeParse(parseJson(readIfThere(noteOf(socket)) ?? ''));
    if (note.success && note.data.bootId === readBootId()) {
      if (isThere(note.data.console)) continue;
      if (isThere(note.data.tunnel)) endProcess(note.data.tunnel.pid);
    }
    forgetTunnel(socket);
  }
}

function asNoted(pid: number): NotedProcess | undefined {
  const startTicks = readProcess(pid)?.startTicks;
  return startTicks === undefined ? undefined : { pid, startTicks };
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    // It ended by itself meanwhile.
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

const isThere = ({ pid, startTicks }: NotedProcess): boolean => readProcess(pid)?.startTicks === startTicks;

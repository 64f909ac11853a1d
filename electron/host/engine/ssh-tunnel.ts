import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../../../shared/error-code.ts';
import { EngineUnreachableError } from './engine-reader.ts';
import { socketPathLimit } from './private-engine-files.ts';
import { isForwardable, sshArguments, type SshReach } from './ssh-arguments.ts';
import { askSsh, whyNotBeside } from './ssh-configuration.ts';
import { LastLines, whySshFailed } from './ssh-errors.ts';
import { endLeftovers, forgetTunnel, noteTunnel } from './tunnel-notes.ts';
import { connectedTo, type Way } from './way.ts';

export interface TunnelOptions {
  /** Holds the sockets on this side; made for this account alone. */
  readonly folder: string;
  readonly openWithinMs?: number;
}

interface Tunnel {
  readonly child: ChildProcess;
  readonly socket: string;
  readonly said: LastLines;
  /** Rejects with why it ended. */
  readonly end: Promise<never>;
}

const pollMs = 25;
const lastWordsMs = 500;
const listensWithinMs = 2000;

/** The way to an engine on another machine: one `ssh` of our own, which lasts until it is closed or dies. */
export class SshTunnel implements Way {
  readonly #endpoint: string;
  readonly #reach: SshReach;
  readonly #options: TunnelOptions;
  #opening: Promise<Tunnel> | undefined;
  #tunnel: Tunnel | undefined;
  #closing = new AbortController();

  constructor(endpoint: string, reach: SshReach, options: TunnelOptions) {
    this.#endpoint = endpoint;
    this.#reach = reach;
    this.#options = options;
  }

  /** With what `ssh` said just now: why the far side opened no connection stands nowhere else. */
  get name(): string {
    const said = this.#tunnel?.said.saidJustNow;
    return said === undefined ? this.#endpoint : `${this.#endpoint}; ${whySshFailed([said])}`;
  }

  async connect(): Promise<Socket> {
    const opening = (this.#opening ??= this.#open());
    try {
      const tunnel = await opening;
      return await dialled(tunnel);
    } catch (error) {
      // What was opened and takes no connection has died, although nobody heard of it yet.
      if (this.#opening === opening) this.close();
      throw error;
    }
  }

  /** A connection ends here a little before `ssh` says why. */
  async lastWords(): Promise<void> {
    const until = Date.now() + lastWordsMs;
    while (this.#tunnel?.said.saidJustNow === undefined && this.#tunnel && Date.now() < until) await wait(pollMs);
  }

  close(): void {
    this.#closing.abort();
    this.#closing = new AbortController();
    if (this.#tunnel) end(this.#tunnel);
    this.#tunnel = undefined;
    this.#opening = undefined;
  }

  async #open(): Promise<Tunnel> {
    const socket = this.#nearSocket();
    const { signal } = this.#closing;
    const configured = await askSsh(this.#reach, signal);
    if (signal.aborted) throw unopened(this.#endpoint, 'the way was closed');
    if (typeof configured === 'string') throw unopened(this.#endpoint, configured);
    if (configured.forwards.length > 0) throw unopened(this.#endpoint, whyNotBeside(configured.forwards, this.#reach.host));
    const tunnel = start(this.#endpoint, socket, sshArguments(this.#reach, socket, configured));
    this.#tunnel = tunnel;
    tunnel.end.catch(() => {
      if (this.#tunnel === tunnel) this.close();
    });
    await Promise.race([tunnel.end, this.#untilItHasItsName(tunnel)]);
    return tunnel;
  }

  #nearSocket(): string {
    const { folder } = this.#options;
    const socket = path.join(folder, `${randomBytes(4).toString('hex')}.sock`);
    const trouble = prepared(folder, socket);
    if (trouble !== undefined) throw unopened(this.#endpoint, trouble);
    return socket;
  }

  async #untilItHasItsName({ child, socket, end: ended }: Tunnel): Promise<void> {
    const within = this.#options.openWithinMs ?? 30_000;
    for (const until = Date.now() + within; !existsSync(socket); await wait(pollMs)) {
      if (hasEnded(child)) await ended;
      if (Date.now() > until) throw unopened(this.#endpoint, `ssh did not open the way within ${within / 1000} s`);
    }
  }
}

function start(endpoint: string, socket: string, argv: readonly string[]): Tunnel {
  // Without a terminal and a program to ask with, neither it nor a jump host's `ssh` can ask anybody anything.
  const child = spawn('ssh', argv, { detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, SSH_ASKPASS_REQUIRE: 'never' } });
  if (child.pid !== undefined) noteTunnel(socket, child.pid);
  const said = new LastLines();
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => said.add(chunk));
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('error', (error) => reject(unopened(endpoint, 'ssh cannot be run on this machine', error)));
    const why = (): void => reject(unopened(endpoint, whySshFailed(said.lines)));
    child.once('close', why);
    // A program that it ran may hold its stderr open.
    child.once('exit', () => setTimeout(why, lastWordsMs));
  });
  return { child, socket, said, end: ended };
}

/** Makes the folder what it should be. A text says why no socket can be in it. */
function prepared(folder: string, socket: string): string | undefined {
  if (!isForwardable(socket)) return `ssh cannot use ${folder}: its path holds one of : \\ % $`;
  if (Buffer.byteLength(socket) > socketPathLimit) return `${folder} is too long a path: that of a socket in it may have ${socketPathLimit} bytes`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    endLeftovers(folder);
  } catch (error) {
    return `${folder} cannot be used: ${codeOf(error)}`;
  }
  return undefined;
}

/** A socket has its name a moment before it takes connections. */
async function dialled({ child, socket }: Tunnel): Promise<Socket> {
  for (const until = Date.now() + listensWithinMs; ; await wait(pollMs)) {
    try {
      return await connectedTo(socket);
    } catch (error) {
      if (codeOf(error) !== 'ECONNREFUSED' || hasEnded(child) || Date.now() > until) throw error;
    }
  }
}

/** `ssh` removes its socket itself only where it is left the time for it. */
function end({ child, socket }: Tunnel): void {
  if (!hasEnded(child)) child.kill('SIGTERM');
  forgetTunnel(socket);
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean => pid === undefined || exitCode !== null || signalCode !== null;

const unopened = (endpoint: string, says: string, cause?: Error): EngineUnreachableError => new EngineUnreachableError('no_way', `${says} (${endpoint})`, { cause });

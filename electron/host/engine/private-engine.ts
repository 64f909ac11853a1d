import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Endpoint, EngineId } from '../../../shared/ids.ts';
import type { Answer } from '../attempts/answer.ts';
import { spendToken, type EffectToken } from '../attempts/effect-token.ts';
import type { DaemonMutations } from '../attempts/mutations.ts';
import { readProcess } from './daemon-process.ts';
import { usualDeadlines } from './deadlines.ts';
import { DockerReader } from './docker-reader.ts';
import { EngineFault, EngineUnreachableError } from './engine-reader.ts';
import {
  daemonArguments, filesBelow, findDaemonProgram, forgetDeadContainerd, longestSocket, noteStarted, prepareFolder, runningDaemon, searchPath, socketPathLimit,
  type PrivateEngineFiles,
} from './private-engine-files.ts';
import { giveOwnIdentity } from './private-engine-identity.ts';
import { socketWay } from './way.ts';

export type PrivateEngineState =
  | { readonly kind: 'unsupported'; readonly says: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'running'; readonly pid: number };

export interface PrivateEngineOptions {
  /** Holds the socket, all data and the log; made when it is not there. */
  readonly folder: string;
  /** Whose members may use the socket, and so are as good as root on this machine. Root's own when left out. */
  readonly group?: string;
  readonly startWithinMs?: number;
  readonly stopWithinMs?: number;
}

const pollMs = 100;
const helperEndsWithinMs = 3000;
const notInstalled = 'dockerd is not installed on this machine';

/** An engine of the console's own: a daemon with its own socket and data, which outlives the console. */
export class PrivateEngine implements DaemonMutations {
  readonly #files: PrivateEngineFiles;
  readonly #options: PrivateEngineOptions;

  constructor(options: PrivateEngineOptions) {
    this.#options = options;
    this.#files = filesBelow(options.folder);
  }

  get endpoint(): Endpoint {
    return `unix://${this.#files.socket}` as Endpoint;
  }

  get logFile(): string {
    return this.#files.logFile;
  }

  read(): PrivateEngineState {
    const why = this.#unsupported();
    if (why !== null) return { kind: 'unsupported', says: why };
    const pid = runningDaemon(this.#files);
    return pid === null ? { kind: 'stopped' } : { kind: 'running', pid };
  }

  async start(token: EffectToken): Promise<Answer> {
    spendToken(token, 'start_engine');
    const state = this.read();
    const program = findDaemonProgram();
    if (state.kind === 'unsupported') return { kind: 'not_sent', says: state.says };
    if (state.kind === 'running') return { kind: 'already', status: 304 };
    if (program === null) return { kind: 'not_sent', says: notInstalled };
    prepareFolder(this.#files, this.#options.group);
    await forgetDeadContainerd(this.#files, helperEndsWithinMs);
    giveOwnIdentity(this.#files, program);
    const daemon = this.#spawn(program);
    if (daemon.pid === undefined || !noteStarted(this.#files, daemon.pid)) return this.#endedEarly(daemon);
    return this.#untilItAnswers(daemon);
  }

  async stop(token: EffectToken): Promise<Answer> {
    spendToken(token, 'stop_engine');
    const state = this.read();
    if (state.kind === 'unsupported') return { kind: 'not_sent', says: state.says };
    const daemon = state.kind === 'running' ? readProcess(state.pid) : null;
    if (state.kind === 'stopped' || daemon === null) return { kind: 'already', status: 304 };
    process.kill(state.pid, 'SIGTERM');
    const within = this.#options.stopWithinMs ?? 60_000;
    for (const until = Date.now() + within; Date.now() < until; await wait(pollMs)) {
      if (readProcess(state.pid)?.startTicks !== daemon.startTicks) return { kind: 'applied', status: 200 };
    }
    return { kind: 'unclear', says: `dockerd was asked to end and is still there after ${within / 1000} s` };
  }

  /** What the engine on its socket calls itself; null where none answers. */
  async whoAnswers(): Promise<EngineId | null> {
    try {
      return (await new DockerReader(socketWay(this.#files.socket), { ...usualDeadlines, readMs: 5000 }).identity()).engine;
    } catch (error) {
      if (error instanceof EngineUnreachableError || error instanceof EngineFault) return null;
      throw error;
    }
  }

  #unsupported(): string | null {
    if (process.platform !== 'linux') return 'needs Linux';
    if (process.geteuid?.() !== 0) return 'needs root';
    if (findDaemonProgram() === null) return notInstalled;
    const longest = longestSocket(this.#files);
    if (Buffer.byteLength(longest) <= socketPathLimit) return null;
    return `needs a shorter folder: ${longest} is longer than the ${socketPathLimit} bytes that a socket's path may have`;
  }

  /** Detached and with its own files only: it neither ends with the console nor sees what the console's environment holds. */
  #spawn(program: string): ChildProcess {
    const log = openSync(this.#files.logFile, 'w', 0o600);
    const daemon = spawn(program, daemonArguments(this.#files, this.#options.group ?? 'root'), {
      detached: true,
      cwd: this.#files.folder,
      env: { PATH: searchPath() },
      stdio: ['ignore', log, log],
    });
    // An unheard 'error' would end the console; a daemon that could not be run has no pid, which is looked at instead.
    daemon.on('error', () => undefined);
    daemon.unref();
    closeSync(log);
    return daemon;
  }

  async #untilItAnswers(daemon: ChildProcess): Promise<Answer> {
    const within = this.#options.startWithinMs ?? 60_000;
    for (const until = Date.now() + within; Date.now() < until; await wait(pollMs)) {
      if (daemon.exitCode !== null || daemon.signalCode !== null) return this.#endedEarly(daemon);
      const id = await this.whoAnswers();
      if (id !== null) return { kind: 'applied', status: 200, id };
    }
    return { kind: 'unclear', says: `dockerd runs and did not answer within ${within / 1000} s; its log is ${this.#files.logFile}` };
  }

  #endedEarly(daemon: ChildProcess): Answer {
    const lastLine = readFileSync(this.#files.logFile, 'utf8').trim().split('\n').at(-1) ?? '';
    return { kind: 'refused', status: daemon.exitCode ?? 0, says: `dockerd ended at once: ${lastLine.slice(0, 400)}` };
  }
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Requests } from '../../shared/bridge.ts';
import { programOf } from './built.ts';
import type { KillPoint } from './crash/kill-points.ts';
import type { Command, Report } from './host-child.ts';

type Input<M extends keyof Requests> = Parameters<Requests[M]>[0];
type Value<M extends keyof Requests> = Awaited<ReturnType<Requests[M]>>;
type Order = Command extends infer Each ? (Each extends Command ? Omit<Each, 'id'> : never) : never;

/** The real host in a process of its own. */
export class HostProcess {
  /** Every write and call since it was armed, by name. */
  readonly reached: string[] = [];
  readonly ended: Promise<NodeJS.Signals | null>;
  readonly #child: ChildProcess;
  readonly #loaded: Promise<void>;
  readonly #waiting = new Map<number, (value: never) => void>();
  #next = 1;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null);
    this.#loaded = new Promise((resolve, reject) => {
      child.on('message', (report: Report) => ('loaded' in report ? resolve() : this.#hear(report)));
      void this.ended.then(() => reject(new Error('the host ended before it was loaded')));
    });
    // Whoever opens it hears of that; nobody may.
    this.#loaded.catch(() => undefined);
  }

  /** A process that has everything loaded and no data folder yet: what takes longest can be done ahead. */
  static spawn(): HostProcess {
    const { file, execArgv } = programOf('host-child');
    return new HostProcess(fork(file, [], { execArgv: [...execArgv], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }));
  }

  static async start(folder: string): Promise<HostProcess> {
    const host = HostProcess.spawn();
    await host.open(folder);
    return host;
  }

  /** `chooses` is the folder that a person would choose when asked for one. */
  async open(folder: string, chooses: string | null = null): Promise<void> {
    await this.#loaded;
    const tooSoon = this.ended.then(() => { throw new Error('the host ended while it opened its folder'); });
    await Promise.race([this.#order({ open: folder, chooses }), tooSoon]);
  }

  /** Notes from now on what it writes and calls, and kills itself at one of these moments. */
  async arm(kill?: KillPoint): Promise<void> {
    await this.#order({ arm: kill ?? null });
  }

  ask<M extends keyof Requests>(method: M, input: Input<M>): Promise<Value<M>> {
    return this.#order({ method, input });
  }

  /** As a crash would: nothing of the process gets a chance to tidy up. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  #order<Answer>(order: Order): Promise<Answer> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve as (value: never) => void);
      // One that was killed meanwhile hears nothing and answers nothing: `ended` tells.
      this.#child.send({ id, ...order }, () => undefined);
    });
  }

  #hear(report: Exclude<Report, { readonly loaded: true }>): void {
    if ('reached' in report) return void this.reached.push(report.reached);
    this.#waiting.get(report.id)?.(report.value as never);
    this.#waiting.delete(report.id);
  }
}

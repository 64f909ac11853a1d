import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Requests } from '../../shared/bridge.ts';

type Input<M extends keyof Requests> = Parameters<Requests[M]>[0];
type Value<M extends keyof Requests> = Awaited<ReturnType<Requests[M]>>;

/** The real host in a process of its own. */
export class HostProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (value: never) => void>();
  #next = 1;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message: { readonly id?: number; readonly value?: never }) => {
      if (message.id === undefined) return;
      this.#waiting.get(message.id)?.(message.value as never);
      this.#waiting.delete(message.id);
    });
  }

  static async start(folder: string): Promise<HostProcess> {
    const child = fork(path.join(import.meta.dirname, 'host-child.ts'), [folder], { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`the host ended with ${code} before it was ready`)));
    });
    return new HostProcess(child);
  }

  ask<M extends keyof Requests>(method: M, input: Input<M>): Promise<Value<M>> {
    const id = this.#next++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve as (value: never) => void);
      this.#child.send({ id, method, input });
    });
  }

  /** As a crash would: nothing of the process gets a chance to tidy up. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}

import net from 'node:net';
import { rmSync } from 'node:fs';

export type Fault =
  /** The request never reaches the engine, and the caller hears nothing. */
  | { readonly kind: 'hold_request' }
  /** The request reaches the engine only when `release` is called, whether or not the caller still waits. */
  | { readonly kind: 'delay_request' }
  /** The engine acts, and its answer never reaches the caller. */
  | { readonly kind: 'hold_answer' }
  /** The engine acts, and the connection is cut after so many bytes of its answer. */
  | { readonly kind: 'cut_answer'; readonly afterBytes: number };

interface Plan {
  readonly matches: RegExp;
  readonly fault: Fault;
  met: boolean;
}

/**
 * Stands before a real engine on a socket of its own: bytes in, bytes out. A planned fault meets the first request whose
 * first line matches, once. Requests on one connection follow each other, as HTTP/1.1 without pipelining.
 */
export class EngineProxy {
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  readonly #plans: Plan[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #delayed: (() => void)[] = [];
  readonly path: string;

  private constructor(path: string, enginePath: string) {
    this.path = path;
    this.#server = net.createServer((caller) => this.#join(caller, net.connect(enginePath)));
  }

  static async start(path: string, engineEndpoint: string): Promise<EngineProxy> {
    const proxy = new EngineProxy(path, engineEndpoint.replace('unix://', ''));
    await proxy.#listen();
    return proxy;
  }

  /** Plans one fault; the promise resolves when a request has met it and the engine has had time to act. */
  plan(matches: RegExp, fault: Fault): Promise<void> {
    const plan: Plan = { matches, fault, met: false };
    this.#plans.push(plan);
    return new Promise((resolve) => {
      const look = (): void => {
        if (!plan.met) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  /** Lets every delayed request reach the engine now. */
  release(): void {
    for (const send of this.#delayed.splice(0)) send();
  }

  /** Nobody answers any more: every connection is cut and the socket is gone. */
  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.path, { force: true });
  }

  async startAgain(): Promise<void> {
    await this.#listen();
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => this.#server.once('error', reject).listen(this.path, resolve));
  }

  #join(caller: net.Socket, engine: net.Socket): void {
    let answerFault: Fault | undefined;
    let passed = 0;
    for (const socket of [caller, engine]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        caller.destroy();
        if (answerFault?.kind !== 'delay_request') engine.destroy();
      });
    }
    caller.on('data', (bytes) => {
      const fault = this.#faultFor(bytes);
      if (fault) answerFault = fault;
      if (answerFault?.kind === 'hold_request') return this.#met();
      if (answerFault?.kind === 'delay_request') {
        this.#delayed.push(() => engine.write(bytes));
        return this.#met();
      }
      engine.write(bytes);
    });
    engine.on('data', (bytes) => {
      if (!answerFault) return void caller.write(bytes);
      if (answerFault.kind === 'cut_answer') {
        caller.write(bytes.subarray(0, Math.max(0, answerFault.afterBytes - passed)));
        passed += bytes.length;
        if (passed >= answerFault.afterBytes) caller.end();
      }
      return this.#met();
    });
  }

  #faultFor(bytes: Buffer): Fault | undefined {
    const line = bytes.subarray(0, 400).toString('latin1').split('\r\n', 1)[0] ?? '';
    const plan = this.#plans.find(({ matches, met }) => !met && matches.test(line));
    if (!plan) return undefined;
    plan.met = true;
    return plan.fault;
  }

  #met(): void {
    for (const look of this.#waiting) look();
  }
}

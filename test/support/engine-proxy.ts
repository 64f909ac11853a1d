import { rmSync } from 'node:fs';
import net from 'node:net';
import { Exchange, isChange, type Fault } from './exchange.ts';

export type { Fault } from './exchange.ts';

interface Plan {
  readonly matches: RegExp;
  readonly fault: Fault;
  /** So many requests that match are let pass before. */
  skip: number;
  /** A request has it. */
  taken: boolean;
  /** That request was kept from the engine, or the engine has answered it. */
  met: boolean;
}

/**
 * Stands before a real engine on a socket of its own: bytes in, bytes out. A planned fault meets the first request whose
 * first line matches, once. Requests on one connection follow each other, as HTTP/1.1 without pipelining.
 */
export class EngineProxy {
  readonly path: string;
  /** Every request for a change so far, in order. */
  readonly changes: Exchange[] = [];
  /** Told of each of them before any of it is passed on. */
  onChange: (change: Exchange) => void = () => undefined;
  /** When the last question came, on the clock of `performance.now()`. */
  lastQuestionAt = -Infinity;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  readonly #waiting = new Set<() => void>();
  #plans: Plan[] = [];
  #questionsAnswered = 0;
  #delayed: { readonly exchange: Exchange; readonly until: number }[] = [];

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
  plan(matches: RegExp, fault: Fault, skip = 0): Promise<void> {
    const plan: Plan = { matches, fault, skip, taken: false, met: false };
    this.#plans.push(plan);
    return this.#next(() => plan.met);
  }

  /** Forgets every fault that no request has met. */
  heal(): void {
    this.#plans = [];
  }

  /** Lets every delayed request reach the engine now. */
  release(): void {
    for (const { exchange } of this.#delayed.splice(0)) exchange.release();
  }

  /** Resolves when the engine has answered every change that it has heard. Those that are delayed stay so. */
  async quiet(): Promise<void> {
    await this.#until(() => !this.changes.some(({ reached, isPending }) => reached && isPending));
  }

  /** Ends every connection, as a network that fails does. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Nobody answers any more: every connection is cut and the socket is gone. */
  async stop(): Promise<void> {
    this.hangUp();
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
    let current: Exchange | undefined;
    for (const socket of [caller, engine]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        this.#met();
      });
    }
    // What was said before is still on its way to the caller.
    engine.on('close', () => {
      if (!current?.isLeftWaiting) caller.end();
    });
    // What the engine has heard, or is still to hear, it does: nobody tells it that the caller is gone.
    caller.on('close', () => {
      if (!current?.isPending && !current?.fault) engine.destroy();
    });
    caller.on('data', (bytes) => {
      if (!current || current.status !== undefined) current = this.#begin(caller, engine, bytes);
      current.ask(bytes);
    });
    engine.on('data', (bytes) => {
      current?.answer(bytes);
      if (current?.line.startsWith('GET ')) this.#questionAnswered();
    });
  }

  #begin(caller: net.Socket, engine: net.Socket, bytes: Buffer): Exchange {
    const line = bytes.subarray(0, 4000).toString('latin1').split('\r\n', 1)[0] ?? '';
    const plan = this.#planFor(line);
    const fault = plan?.fault;
    if (line.startsWith('GET ')) this.lastQuestionAt = performance.now();
    const exchange = new Exchange(caller, engine, line, fault, () => {
      if (plan) plan.met = true;
      this.#met();
    });
    if (fault?.kind === 'delay_request') this.#delayed.push({ exchange, until: this.#questionsAnswered + (fault.afterQuestions ?? Infinity) });
    if (isChange(line)) {
      this.changes.push(exchange);
      this.onChange(exchange);
    }
    return exchange;
  }

  #questionAnswered(): void {
    this.#questionsAnswered += 1;
    const due = this.#delayed.filter(({ until }) => until <= this.#questionsAnswered);
    this.#delayed = this.#delayed.filter((delayed) => !due.includes(delayed));
    for (const { exchange } of due) exchange.release();
  }

  #planFor(line: string): Plan | undefined {
    const plan = this.#plans.find(({ matches, taken }) => !taken && matches.test(line));
    if (!plan) return undefined;
    plan.skip -= 1;
    plan.taken = plan.skip < 0;
    return plan.taken ? plan : undefined;
  }

  #until(isSo: () => boolean): Promise<void> {
    return isSo() ? Promise.resolve() : this.#next(isSo);
  }

  /** Looks whenever something has met its fault or was answered. */
  #next(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!isSo()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  #met(): void {
    for (const look of this.#waiting) look();
  }
}

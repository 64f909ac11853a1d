import type { Socket } from 'node:net';

export type Fault =
  /** The request never reaches the engine, and the caller hears nothing. */
  | { readonly kind: 'hold_request' }
  /** The request never reaches the engine, and the caller's connection is gone. */
  | { readonly kind: 'reset_request' }
  /**
   * The request reaches the engine only when it is released, whether or not the caller still waits; by itself it is
   * released when the engine has answered so many questions since.
   */
  | { readonly kind: 'delay_request'; readonly afterQuestions?: number }
  /** So many bytes of the request reach the engine, and then no more come. */
  | { readonly kind: 'stall_request'; readonly afterBytes: number }
  /** The engine acts, and its answer never reaches the caller. */
  | { readonly kind: 'hold_answer' }
  /** So many bytes of the answer reach the caller, and then no more come. */
  | { readonly kind: 'stall_answer'; readonly afterBytes: number }
  /** The engine acts, and the connection is cut after so many bytes of its answer. */
  | { readonly kind: 'cut_answer'; readonly afterBytes: number }
  /** The same, and both ends are gone at once: what a caller sees as a reset. */
  | { readonly kind: 'reset_answer'; readonly afterBytes: number }
  /** The engine acts, and another answer than its own reaches the caller. */
  | { readonly kind: 'replace_answer'; readonly status: number; readonly body: string };

/** A request that changes something: a command that is run in a guest only reads. */
export const isChange = (line: string): boolean => !/^(GET|HEAD) /.test(line) && !/^POST \S*\/exec/.test(line);

const keptBytes = 64 * 1024;

/** One request and its answer, with at most one fault between them. */
export class Exchange {
  readonly fault: Fault | undefined;
  /** The first line of the request. */
  readonly line: string;
  /** What the engine itself answered, whatever became of it. */
  status: number | undefined;
  /** When it did, on the clock of `performance.now()`. */
  answeredAt = Infinity;
  readonly #caller: Socket;
  readonly #engine: Socket;
  readonly #onMet: () => void;
  readonly #request: Buffer[] = [];
  #waiting: Buffer[] | undefined;
  #reached = false;
  #passed = 0;
  #sent = 0;

  constructor(caller: Socket, engine: Socket, line: string, fault: Fault | undefined, onMet: () => void) {
    this.#caller = caller;
    this.#engine = engine;
    this.line = line;
    this.fault = fault;
    this.#onMet = onMet;
    if (fault?.kind === 'delay_request') this.#waiting = [];
  }

  /** Whether any of it was sent to the engine. */
  get reached(): boolean {
    return this.#reached;
  }

  /** Whether the engine may still act on it: it waits to be sent, or was sent and is not answered. */
  get isPending(): boolean {
    return isChange(this.line) && !this.#engine.destroyed && (this.#waiting !== undefined || (this.#reached && this.status === undefined));
  }

  /** Whether all that is to reach the engine of a stalled request has left for it. */
  get isStalled(): boolean {
    return this.fault?.kind === 'stall_request' && this.#sent >= this.fault.afterBytes && this.#engine.writableLength === 0;
  }

  /** Whether its caller is left waiting, also when the engine has said everything and has gone. */
  get isLeftWaiting(): boolean {
    return this.fault?.kind === 'stall_answer';
  }

  /** The JSON that was sent, as far as it was. */
  get body(): string {
    const text = Buffer.concat(this.#request).toString('utf8');
    return text.slice(text.indexOf('\r\n\r\n') + 4);
  }

  ask(bytes: Buffer): void {
    if (Buffer.concat(this.#request).length < keptBytes) this.#request.push(bytes);
    switch (this.fault?.kind) {
      case 'hold_request': return this.#onMet();
      case 'reset_request':
        this.#caller.destroy();
        return this.#onMet();
      case 'delay_request':
        if (!this.#waiting) return this.#send(bytes);
        this.#waiting.push(bytes);
        return this.#onMet();
      case 'stall_request':
        if (this.#sent < this.fault.afterBytes) return this.#send(bytes);
        return this.#onMet();
      default: return this.#send(bytes);
    }
  }

  /** Lets a delayed request reach the engine now. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    for (const bytes of waiting ?? []) this.#send(bytes);
  }

  answer(bytes: Buffer): void {
    const isFirst = this.status === undefined;
    if (isFirst) this.answeredAt = performance.now();
    this.status ??= Number(/^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1', 0, 20))?.[1]);
    this.#passOn(bytes, isFirst);
    if (isFirst) this.#onMet();
  }

  #send(bytes: Buffer): void {
    this.#reached = true;
    this.#sent += bytes.length;
    this.#engine.write(bytes);
  }

  #passOn(bytes: Buffer, isFirst: boolean): void {
    const { fault } = this;
    switch (fault?.kind) {
      case 'hold_answer': return;
      case 'stall_answer': return void this.#passUpTo(fault.afterBytes, bytes);
      case 'cut_answer':
        if (this.#passUpTo(fault.afterBytes, bytes)) this.#caller.end();
        return;
      case 'reset_answer':
        if (this.#passUpTo(fault.afterBytes, bytes)) this.#caller.destroy();
        return;
      case 'replace_answer':
        if (isFirst) this.#caller.end(answerOf(fault.status, fault.body));
        return;
      default: this.#caller.write(bytes);
    }
  }

  /** True when no more may pass. */
  #passUpTo(limit: number, bytes: Buffer): boolean {
    const part = bytes.subarray(0, Math.max(0, limit - this.#passed));
    if (part.length > 0) this.#caller.write(part);
    this.#passed += bytes.length;
    return this.#passed >= limit;
  }
}

const answerOf = (status: number, body: string): string =>
  `HTTP/1.1 ${status} In Between\r\nApi-Version: 1.41\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;

import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { DeadlineError } from './deadlines.ts';
import { EngineUnreachableError } from './engine-reader.ts';

export interface AnswerStreamOptions {
  /** Limits the wait for the next bytes, not the time they are used in. None for what may be silent. */
  readonly stallMs?: number | undefined;
  readonly toError: (error: Error) => Error;
}

/** Of at most 64 KiB each. */
const chunksAhead = 8;

/** The body of a long answer: asks for no more than is read, and never ends as if whole when it was cut. */
export class AnswerStream extends Readable {
  readonly #response: IncomingMessage;
  readonly #toError: AnswerStreamOptions['toError'];
  readonly #watch: NodeJS.Timeout | undefined;
  #moved = false;
  #isOver = false;

  constructor(response: IncomingMessage, { stallMs, toError }: AnswerStreamOptions) {
    // Each chunk is given as it came: as bytes, those that wait would be copied into one.
    super({ objectMode: true, highWaterMark: chunksAhead });
    this.#response = response;
    this.#toError = toError;
    this.#watch = stallMs === undefined ? undefined : setInterval(() => this.#lookForStall(stallMs), stallMs);
    response.pause();
    response.on('data', (chunk: Buffer) => this.#take(chunk));
    response.on('error', (error) => this.destroy(error));
    response.on('end', () => this.#end(response.complete));
    // What was not read until now is lost then, also when all of it had arrived.
    response.on('close', () => this.#end(false));
    if (response.destroyed) this.#end(false);
    // Whoever reads it gets the error; until somebody does an unheard one would end the console.
    this.on('error', () => undefined);
  }

  override _read(): void {
    this.#response.resume();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#watch);
    this.#response.destroy();
    done(error && this.#toError(error));
  }

  #take(chunk: Buffer): void {
    this.#moved = true;
    if (!this.push(chunk)) this.#response.pause();
  }

  #end(isWhole: boolean): void {
    clearInterval(this.#watch);
    if (this.#isOver || this.destroyed) return;
    this.#isOver = true;
    if (isWhole) this.push(null);
    else this.destroy(new EngineUnreachableError('cut', 'the answer was cut'));
  }

  #lookForStall(stallMs: number): void {
    const waits = !this.#response.isPaused();
    if (waits && !this.#moved) this.destroy(new DeadlineError(`nothing came for ${stallMs / 1000} s`));
    this.#moved = false;
  }
}

import type { IncomingMessage } from 'node:http';
import type Modem from 'docker-modem';
import type { z } from 'zod';
import { AnswerStream } from './answer-stream.ts';
import { withDeadline, type Deadlines } from './deadlines.ts';
import { messageOf, toEngineError } from './docker-errors.ts';
import { parseJson, readBody, send, type DockerRequest } from './docker-request.ts';
import { createModem } from './dockerode-modem.ts';
import { EngineFault } from './engine-reader.ts';
import { SocketAgent } from './socket-agent.ts';
import type { Way } from './way.ts';

export interface DockerAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** Questions to one engine. Each goes over a connection of its own, which ends with its answer. */
export class DockerConnection {
  readonly #way: Way;
  readonly #modem: Modem;
  readonly deadlines: Deadlines;

  constructor(way: Way, deadlines: Deadlines) {
    this.#way = way;
    this.#modem = createModem(way.name, new SocketAgent(way));
    this.deadlines = deadlines;
  }

  /** Work of several requests under one deadline. */
  async within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, caller?: AbortSignal): Promise<T> {
    try {
      return await withDeadline({ ms, caller }, work);
    } catch (error) {
      await this.#way.lastWords();
      throw toEngineError(error, this.#way.name);
    }
  }

  /** One question with a short answer, of any status. */
  ask(request: DockerRequest, ms = this.deadlines.readMs): Promise<DockerAnswer> {
    return this.within(ms, (signal) => this.#answerTo(request, signal));
  }

  /** Several of those at the same time, under one deadline. */
  askAll(requests: readonly DockerRequest[], caller?: AbortSignal): Promise<readonly DockerAnswer[]> {
    return this.within(this.deadlines.listMs, (signal) => Promise.all(requests.map((request) => this.#answerTo(request, AbortSignal.any([signal])))), caller);
  }

  async #answerTo(request: DockerRequest, signal: AbortSignal): Promise<DockerAnswer> {
    const response = await send(this.#modem, request, signal);
    return { status: response.statusCode ?? 0, headers: response.headers, body: parseJson(await readBody(response)) };
  }

  async get<Schema extends z.ZodType>(path: string, schema: Schema, options: { readonly query?: DockerRequest['query']; readonly ms?: number } = {}): Promise<z.infer<Schema>> {
    const answer = await this.ask({ method: 'GET', path, query: options.query ?? {} }, options.ms);
    if (answer.status !== 200) throw refusedQuestion(path, answer);
    return fitting(schema, answer, path);
  }

  /** `null` only for a 404 in the engine's own form: one of something in between says nothing about the thing. */
  async getIfThere<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema> | null> {
    const answer = await this.ask({ method: 'GET', path });
    if (saysNotThere(answer)) return null;
    if (answer.status !== 200) throw refusedQuestion(path, answer);
    return fitting(schema, answer, path);
  }

  /** Resolves to the head of a long answer. The deadline is for the head; the signal ends it also later. */
  async open(request: DockerRequest, caller?: AbortSignal): Promise<IncomingMessage> {
    const response = await this.within(this.deadlines.readMs, (signal) => send(this.#modem, request, signal), caller);
    // Whoever reads it gets the error; until then an unheard one would end the console.
    response.on('error', () => undefined);
    const giveUp = (): void => void response.destroy();
    caller?.addEventListener('abort', giveUp, { once: true });
    response.once('close', () => caller?.removeEventListener('abort', giveUp));
    return response;
  }

  /** The bytes of a long answer as they come. */
  bytesOf(response: IncomingMessage, stallMs?: number): AnswerStream {
    return new AnswerStream(response, { stallMs, toError: (error) => toEngineError(error, this.#way.name) });
  }
}

export const saysNotThere = ({ status, body }: Pick<DockerAnswer, 'status' | 'body'>): boolean =>
  status === 404 && typeof body === 'object' && body !== null && 'message' in body;

export const refusedQuestion = (path: string, { status, body }: Pick<DockerAnswer, 'status' | 'body'>): EngineFault =>
  new EngineFault(`${path} was answered with ${status}: ${messageOf(body, status)}`);

export function fitting<Schema extends z.ZodType>(schema: Schema, { body }: Pick<DockerAnswer, 'body'>, path: string): z.infer<Schema> {
  const fits = schema.safeParse(body);
  if (fits.success) return fits.data;
  const [issue] = fits.error.issues;
  throw new EngineFault(`the answer to ${path} does not fit: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`.trim());
}

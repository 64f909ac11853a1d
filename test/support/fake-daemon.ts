import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { socketWay, type Way } from '../../electron/host/engine/way.ts';
import type { Endpoint, EngineId } from '../../shared/ids.ts';

export interface FakeReply {
  readonly status?: number;
  /** An object is sent as JSON. */
  readonly body?: string | Buffer | object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the connection after so many bytes of the answer, head included. */
  readonly cutAfter?: number;
  readonly delayMs?: number;
  /** Never answers. */
  readonly silent?: boolean;
  /** Sends the body without its length and leaves the rest to `then`; the end of the connection is the end of the body. */
  readonly then?: (socket: Socket) => void | Promise<void>;
}

export interface FakeRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly url: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** Which of the daemon's connections it came over, from 0. */
  readonly connection: number;
}

type Script = FakeReply | ((request: FakeRequest) => FakeReply);

/** A stand-in for a container engine, and it says so. It speaks the protocol by itself, so that it can break it anywhere. */
export class FakeDaemon {
  /** May be changed at any time: then it is another engine. */
  engine = 'STAND-IN-ENGINE' as EngineId;
  readonly socketPath: string;
  readonly requests: FakeRequest[] = [];
  /** Every byte that arrived, by connection. */
  readonly received: Buffer[][] = [];
  readonly #ownsFolder: boolean;
  readonly #server: http.Server;
  readonly #sockets: Socket[] = [];
  readonly #scripts = new Map<string, Script>();
  readonly #held = new Map<string, Promise<void>>();

  constructor(socketPath?: string) {
    this.#ownsFolder = socketPath === undefined;
    this.socketPath = socketPath ?? join(mkdtempSync(join(tmpdir(), 'stand-in-')), 'docker.sock');
    this.#server = http.createServer((request) => void this.#serve(request).catch(() => request.socket.destroy()));
    this.#server.on('connection', (socket) => this.#record(socket));
    this.answer('GET /info', () => ({ body: this.info() }));
  }

  static async listen(socketPath?: string): Promise<FakeDaemon> {
    const daemon = new FakeDaemon(socketPath);
    daemon.#server.listen(daemon.socketPath);
    await once(daemon.#server, 'listening');
    return daemon;
  }

  get way(): Way {
    return socketWay(this.socketPath);
  }

  get endpoint(): Endpoint {
    return `unix://${this.socketPath}` as Endpoint;
  }

  /** What to answer to a method and path from now on. What has no script is answered with the engine's 404. */
  answer(route: string, script: Script): void {
    this.#scripts.set(route, script);
  }

  /** Answers to a method and path wait from now on, until the function that this gives is called. */
  hold(route: string): () => void {
    let release = (): void => undefined;
    this.#held.set(route, new Promise((resolve) => { release = resolve; }));
    return () => {
      this.#held.delete(route);
      release();
    };
  }

  info(): object {
    return {
      ID: this.engine, Name: 'stand-in', ServerVersion: '0.0.0-stand-in', OperatingSystem: 'a stand-in for tests', Architecture: 'none',
      NCPU: 1, MemTotal: 1024, Driver: 'none', CgroupVersion: '2', SystemTime: '2026-01-02T03:04:05.678Z',
    };
  }

  requestsTo(route: string): readonly FakeRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === route);
  }

  /** Ends every connection, as an engine that is stopped does. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.socketPath, { force: true });
    if (this.#ownsFolder) rmSync(dirname(this.socketPath), { recursive: true, force: true });
  }

  #record(socket: Socket): void {
    const chunks: Buffer[] = [];
    this.received.push(chunks);
    this.#sockets.push(socket);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
  }

  async #serve(request: IncomingMessage): Promise<void> {
    const { socket } = request;
    const parsed = await this.#read(request);
    this.requests.push(parsed);
    const route = `${parsed.method} ${parsed.path}`;
    await this.#held.get(route);
    const script = this.#scripts.get(route) ?? notFound;
    const reply = typeof script === 'function' ? script(parsed) : script;
    if (reply.delayMs !== undefined) await sleep(reply.delayMs);
    if (reply.silent) return;
    socket.write(rawAnswer(reply).subarray(0, reply.cutAfter));
    await reply.then?.(socket);
    if (reply.cutAfter !== undefined) socket.end();
  }

  async #read(request: IncomingMessage): Promise<FakeRequest> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const url = request.url ?? '';
    const { pathname, searchParams } = new URL(url, 'http://stand-in');
    const connection = this.#sockets.indexOf(request.socket);
    return { method: request.method ?? '', url, path: pathname, query: searchParams, body: Buffer.concat(chunks).toString(), connection };
  }
}

const notFound: FakeReply = { status: 404, body: { message: 'page not found' } };

/** The whole answer as it goes over the wire. */
export function rawAnswer({ status = 200, body = '', headers = {}, then }: FakeReply): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const all = { 'Api-Version': '1.41', Server: 'stand-in', 'Content-Type': 'application/json', ...(then === undefined && hasBody(status) && { 'Content-Length': String(bytes.length) }), ...headers };
  const head = [`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? 'Unknown'}`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

const hasBody = (status: number): boolean => status !== 204 && status !== 304;

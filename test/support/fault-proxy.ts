import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '../../shared/ids.ts';

type Fault = 'cut' | 'silence';

/** Stands before a real engine and loses answers on the way back; what was asked has reached the engine all the same. */
export class FaultProxy {
  readonly socketPath = join(mkdtempSync(join(tmpdir(), 'proxy-')), 'docker.sock');
  readonly #faults = new Map<string, Fault>();
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(enginePath: string) {
    this.#server = createServer((client) => this.#join(client, connect({ path: enginePath })));
  }

  static async before(endpoint: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(endpoint.replace('unix://', ''));
    proxy.#server.listen(proxy.socketPath);
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get endpoint(): Endpoint {
    return `unix://${this.socketPath}` as Endpoint;
  }

  /** Loses the next answer to a request that begins so, as in `POST /containers/create`. */
  loseAnswerTo(route: string, fault: Fault): void {
    this.#faults.set(route, fault);
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.hangUp();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.socketPath, { force: true });
  }

  #join(client: Socket, engine: Socket): void {
    let fault: Fault | undefined;
    for (const socket of [client, engine]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        engine.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      fault ??= this.#faultFor(chunk);
      engine.write(chunk);
    });
    engine.on('data', (chunk: Buffer) => {
      if (fault === undefined) client.write(chunk);
      if (fault === 'cut') client.destroy();
    });
  }

  #faultFor(chunk: Buffer): Fault | undefined {
    const route = [...this.#faults.keys()].find((known) => chunk.toString('latin1', 0, 200).startsWith(known));
    if (route === undefined) return undefined;
    const fault = this.#faults.get(route);
    this.#faults.delete(route);
    return fault;
  }
}

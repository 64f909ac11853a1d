import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type Modem from 'docker-modem';
import { send, type DockerRequest } from './docker-request.ts';
import { createModem } from './dockerode-modem.ts';
import { SocketAgent } from './socket-agent.ts';
import type { Way } from './way.ts';

/** Nothing was sent: the connection was gone before. */
export class ConnectionGoneError extends Error {
  override name = 'ConnectionGoneError';
}

/** One connection, opened by the first request and kept for the others. When it is gone, nothing more is ever sent. */
export class MutationConnection {
  readonly #agent: OneConnectionAgent;
  readonly #modem: Modem;

  constructor(way: Way) {
    this.#agent = new OneConnectionAgent(way);
    this.#modem = createModem(way.name, this.#agent);
  }

  get isOpen(): boolean {
    return this.#agent.socket?.readyState === 'open' && !this.#agent.socket.destroyed;
  }

  get bytesMoved(): number {
    return (this.#agent.socket?.bytesRead ?? 0) + (this.#agent.socket?.bytesWritten ?? 0);
  }

  send(request: DockerRequest, signal: AbortSignal): Promise<IncomingMessage> {
    return send(this.#modem, request, signal);
  }

  close(): void {
    this.#agent.end();
  }
}

/**
 * Opens one connection in its life. Node's agent would open another for a request that waits while the first one ends,
 * and so send it to whoever listens on the socket then.
 */
class OneConnectionAgent extends SocketAgent {
  socket: Socket | undefined;
  #state: 'new' | 'dialled' | 'ended' = 'new';

  constructor(way: Way) {
    super(way, { keepAlive: true, maxSockets: 1, maxFreeSockets: 1 });
  }

  end(): void {
    this.#state = 'ended';
    this.destroy();
    this.socket?.destroy();
  }

  protected override async dial(): Promise<Socket> {
    if (this.#state !== 'new') throw gone();
    this.#state = 'dialled';
    const socket = await super.dial();
    if (this.#ended()) {
      socket.destroy();
      throw gone();
    }
    this.socket = socket;
    return socket;
  }

  /** It can be ended while it dials. */
  #ended(): boolean {
    return this.#state === 'ended';
  }
}

const gone = (): ConnectionGoneError => new ConnectionGoneError('the connection was gone before anything was sent');

import type { Agent, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type Modem from 'docker-modem';
import { send, type DockerRequest } from './docker-request.ts';
import { createModem } from './dockerode-modem.ts';
import { SocketAgent } from './socket-agent.ts';

/** Nothing was sent: the connection was gone before. */
export class ConnectionGoneError extends Error {
  override name = 'ConnectionGoneError';
}

/** One connection, opened by the first request and kept for the others. When it is gone, nothing more is ever sent. */
export class MutationConnection {
  readonly #agent: OneConnectionAgent;
  readonly #modem: Modem;

  constructor(path: string) {
    this.#agent = new OneConnectionAgent(path);
    this.#modem = createModem(path, this.#agent);
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
    this.#agent.destroy();
    this.#agent.socket?.destroy();
  }
}

/**
 * Opens one connection in its life. Node's agent would open another for a request that waits while the first one ends,
 * and so send it to whoever listens on the socket then.
 */
class OneConnectionAgent extends SocketAgent {
  socket: Socket | undefined;

  constructor(path: string) {
    super(path, { keepAlive: true, maxSockets: 1, maxFreeSockets: 1 });
  }

  override createConnection(...asked: Parameters<Agent['createConnection']>): Socket | undefined {
    if (this.socket !== undefined) {
      // Node takes an error alone, although its types want a stream with it.
      const refuse = asked[1] as ((error: Error) => void) | undefined;
      refuse?.(new ConnectionGoneError('the connection was gone before anything was sent'));
      return undefined;
    }
    this.socket = super.createConnection(...asked);
    return this.socket;
  }
}

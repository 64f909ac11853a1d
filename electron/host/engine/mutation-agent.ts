import type { Agent } from 'node:http';
import type { Socket } from 'node:net';
import { SocketAgent } from './socket-agent.ts';

/** Nothing was sent: there was no compared connection to send it over. */
export class NoComparedConnectionError extends Error {
  override name = 'NoComparedConnectionError';
}

/** Keeps one connection and opens another only where that is permitted, which is where the engine's id is compared. */
export class MutationAgent extends SocketAgent {
  #mayOpen = false;
  #socket: Socket | undefined;

  constructor(path: string) {
    super(path, { keepAlive: true, maxSockets: 1, maxFreeSockets: 1 });
  }

  /** Permits one new connection, after the one before is gone. */
  permitOne(): void {
    this.drop();
    this.#mayOpen = true;
  }

  drop(): void {
    this.#mayOpen = false;
    this.#socket?.destroy();
    this.#socket = undefined;
    this.destroy();
  }

  get isConnected(): boolean {
    return this.#socket !== undefined && !this.#socket.destroyed && this.#socket.readyState === 'open';
  }

  get bytesMoved(): number {
    return (this.#socket?.bytesRead ?? 0) + (this.#socket?.bytesWritten ?? 0);
  }

  override createConnection(...asked: Parameters<Agent['createConnection']>): Socket | undefined {
    if (!this.#mayOpen) {
      const [, callback] = asked as [unknown, ((error: Error) => void) | undefined];
      callback?.(new NoComparedConnectionError('the connection was lost before anything was sent'));
      return undefined;
    }
    this.#mayOpen = false;
    this.#socket = super.createConnection(...asked);
    return this.#socket;
  }
}

import { Agent, type AgentOptions } from 'node:http';
import type { Socket } from 'node:net';
import { inspect } from 'node:util';
import type { Way } from './way.ts';

/** Node takes an error alone, although its types want a stream with it. */
type Connected = (error: Error | null, socket?: Socket) => void;

/** Dials the one engine it was made for, whatever a request names. */
export class SocketAgent extends Agent {
  readonly #way: Way;

  constructor(way: Way, options: AgentOptions = {}) {
    super(options);
    this.#way = way;
  }

  override createConnection(...[, connected]: Parameters<Agent['createConnection']>): undefined {
    void this.#handOver(connected as Connected);
  }

  /** dockerode makes a text of every request's options for a log that is off: with a whole agent in it that takes longer than the request. */
  [inspect.custom](): string {
    return this.constructor.name;
  }

  async #handOver(connected: Connected): Promise<void> {
    let socket: Socket;
    try {
      socket = await this.dial();
    } catch (error) {
      connected(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    connected(null, socket);
  }

  protected dial(): Promise<Socket> {
    return this.#way.connect();
  }
}

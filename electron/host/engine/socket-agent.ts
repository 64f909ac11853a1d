import { Agent, type AgentOptions } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Dials the one socket it was made for, whatever a request names. */
export class SocketAgent extends Agent {
  readonly #path: string;

  constructor(path: string, options: AgentOptions = {}) {
    super(options);
    this.#path = path;
  }

  override createConnection(..._asked: Parameters<Agent['createConnection']>): Socket | undefined {
    return connect({ path: this.#path });
  }
}

import { Agent, type AgentOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { inspect } from 'node:util';

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

  /** dockerode makes a text of every request's options for a log that is off: with a whole agent in it that takes longer than the request. */
  [inspect.custom](): string {
    return this.constructor.name;
  }
}

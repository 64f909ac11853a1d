import type { IncomingMessage } from 'node:http';
import type Modem from 'docker-modem';
import type { EngineId } from '../../../shared/ids.ts';
import type { Answer } from '../attempts/answer.ts';
import { withDeadline, type Deadlines, type Patience } from './deadlines.ts';
import { toEngineError } from './docker-errors.ts';
import { parseJson, readBody, send, type DockerRequest } from './docker-request.ts';
import { infoSchema } from './docker-schemas.ts';
import { createModem } from './dockerode-modem.ts';
import { MutationAgent, NoComparedConnectionError } from './mutation-agent.ts';

const tries = 3;

export interface Change {
  readonly request: DockerRequest;
  readonly patience: Omit<Patience, 'progress'>;
  /** What the answer means; reads its body. */
  readonly read: (response: IncomingMessage) => Promise<Answer>;
}

/**
 * One kept-alive connection for changes, one change at a time. Who is at the other end is asked over that very
 * connection before the first change, and cannot become another while it lasts.
 */
export class MutationLine {
  readonly #path: string;
  readonly #expected: EngineId;
  readonly #deadlines: Deadlines;
  readonly #agent: MutationAgent;
  readonly #modem: Modem;

  constructor(path: string, expected: EngineId, deadlines: Deadlines) {
    this.#path = path;
    this.#expected = expected;
    this.#deadlines = deadlines;
    this.#agent = new MutationAgent(path);
    this.#modem = createModem(path, this.#agent);
  }

  async change(change: Change): Promise<Answer> {
    for (let left = tries; left > 0; left -= 1) {
      const stranger = this.#agent.isConnected ? null : await this.#compare(change.patience.caller);
      if (stranger !== null) return { kind: 'not_sent', says: stranger };
      const answer = await this.#sendOnce(change);
      if (answer !== 'no connection') return answer;
      this.#agent.drop();
      // What was read of an upload is gone, although none of it left.
      if (change.request.upload) break;
    }
    return { kind: 'not_sent', says: 'the engine does not keep its connections' };
  }

  close(): void {
    this.#agent.drop();
  }

  /** Whatever ends this, the change's socket is gone or its answer was read to the end. */
  async #sendOnce({ request, patience, read }: Change): Promise<Answer | 'no connection'> {
    const { upload } = request;
    const progress = upload ? () => this.#agent.bytesMoved : () => 0;
    try {
      const answer = await withDeadline({ ...patience, progress }, async (signal) => read(await send(this.#modem, request, signal)));
      if (upload && !upload.readableEnded) this.#agent.drop();
      return answer;
    } catch (error) {
      if (error instanceof NoComparedConnectionError) return 'no connection';
      this.#agent.drop();
      return { kind: 'unclear', says: saysOf(error, this.#path) };
    } finally {
      upload?.destroy();
    }
  }

  /** Opens a connection and asks who is there: `null` if it is the engine that is meant. */
  async #compare(caller: AbortSignal | undefined): Promise<string | null> {
    this.#agent.permitOne();
    try {
      const found = await withDeadline({ ms: this.#deadlines.readMs, caller }, async (signal) => {
        const response = await send(this.#modem, { method: 'GET', path: '/info' }, signal);
        return infoSchema.safeParse(parseJson(await readBody(response)));
      });
      if (found.success && found.data.ID === this.#expected) return null;
      this.#agent.drop();
      if (!found.success) return 'what answers on the socket does not say which engine it is';
      return `another engine answers on the socket now: ${found.data.ID}, not ${this.#expected}`;
    } catch (error) {
      this.#agent.drop();
      return saysOf(error, this.#path);
    }
  }
}

function saysOf(error: unknown, path: string): string {
  const known = toEngineError(error, path);
  return known instanceof Error ? known.message : String(known);
}

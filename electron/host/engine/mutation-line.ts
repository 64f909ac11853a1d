import type { IncomingMessage } from 'node:http';
import type { EngineId } from '../../../shared/ids.ts';
import type { Answer } from '../attempts/answer.ts';
import { withDeadline, type Deadlines, type Patience } from './deadlines.ts';
import { toEngineError } from './docker-errors.ts';
import { parseJson, readBody, type DockerRequest } from './docker-request.ts';
import { infoSchema } from './docker-schemas.ts';
import { ConnectionGoneError, MutationConnection } from './mutation-connection.ts';
import type { Way } from './way.ts';

const tries = 3;

export interface Change {
  readonly request: DockerRequest;
  readonly patience: Omit<Patience, 'progress'>;
  /** What the answer means; reads its body. */
  readonly read: (response: IncomingMessage) => Promise<Answer>;
}

/**
 * The kept-alive connection for changes, one change at a time. Who is at the other end is asked over that very
 * connection before its first change, and cannot become another while it lasts.
 */
export class MutationLine {
  readonly #way: Way;
  readonly #expected: EngineId;
  readonly #deadlines: Deadlines;
  #compared: MutationConnection | undefined;

  constructor(way: Way, expected: EngineId, deadlines: Deadlines) {
    this.#way = way;
    this.#expected = expected;
    this.#deadlines = deadlines;
  }

  async change(change: Change): Promise<Answer> {
    const { upload } = change.request;
    // Heard by the transport once it is sent; until then an unheard one would end the console.
    upload?.on('error', () => undefined);
    try {
      return await this.#change(change);
    } finally {
      upload?.destroy();
    }
  }

  close(): void {
    this.#compared?.close();
    this.#compared = undefined;
  }

  async #change(change: Change): Promise<Answer> {
    for (let left = tries; left > 0; left -= 1) {
      const connection = this.#compared?.isOpen ? this.#compared : await this.#connect(change.patience.caller);
      if (typeof connection === 'string') return { kind: 'not_sent', says: connection };
      const answer = await this.#sendOnce(connection, change);
      if (answer !== 'not sent') return answer;
      // What was read of an upload is gone, although none of it was sent.
      if (change.request.upload) break;
    }
    return { kind: 'not_sent', says: 'the engine does not keep its connections' };
  }

  /** Whatever ends this, the change's socket is gone or its answer was read to the end. */
  async #sendOnce(connection: MutationConnection, { request, patience, read }: Change): Promise<Answer | 'not sent'> {
    const { upload } = request;
    let uploaded = upload === undefined;
    upload?.once('end', () => { uploaded = true; });
    const progress = upload ? () => connection.bytesMoved : () => 0;
    try {
      const answer = await withDeadline({ ...patience, progress }, async (signal) => read(await connection.send(request, signal)));
      // An answer before the end of the upload: what is still in the pipe must not be taken for the next request.
      if (!uploaded) this.close();
      return answer;
    } catch (error) {
      this.close();
      return error instanceof ConnectionGoneError ? 'not sent' : { kind: 'unclear', says: toEngineError(error, this.#way.name).message };
    }
  }

  /** Opens a connection and asks who is there. A text says why it is not the engine that is meant. */
  async #connect(caller: AbortSignal | undefined): Promise<MutationConnection | string> {
    this.close();
    const connection = new MutationConnection(this.#way);
    this.#compared = connection;
    try {
      const found = await withDeadline({ ms: this.#deadlines.readMs, caller }, async (signal) => {
        const response = await connection.send({ method: 'GET', path: '/info' }, signal);
        return infoSchema.safeParse(parseJson(await readBody(response)));
      });
      if (found.success && found.data.ID === this.#expected) return connection;
      this.close();
      if (!found.success) return 'what answers on the socket does not say which engine it is';
      return `another engine answers on the socket now: ${found.data.ID}, not ${this.#expected}`;
    } catch (error) {
      this.close();
      await this.#way.lastWords();
      return toEngineError(error, this.#way.name).message;
    }
  }
}

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type Modem from 'docker-modem';
import { EngineFault, EngineUnreachableError } from './engine-reader.ts';

export interface DockerRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Bytes are sent as they are: a name in a container need not be UTF-8. */
  readonly query?: Readonly<Record<string, string | Uint8Array>>;
  readonly body?: object;
  readonly upload?: Readable;
}

/** Every status is an answer: what it means differs per request and is not for the transport to say. */
const everyStatus = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [100 + index, true]));

/** Sends one request and resolves to the answer's head; its body is still to be read. */
export function send(modem: Modem, request: DockerRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { method, path, query = {}, body = {}, upload } = request;
  return new Promise((resolve, reject) => {
    modem.dial(
      {
        method,
        path: Object.keys(query).length > 0 ? `${path}?${queryText(query)}` : path,
        // Without both parts dockerode repeats the body in the URL, or sends the query as the body.
        options: { _query: {}, _body: body },
        ...(upload && { file: upload }),
        isStream: true,
        statusCodes: everyStatus,
        abortSignal: signal,
      },
      (error, response) => (error ? reject(error) : resolve(response as IncomingMessage)),
    );
  });
}

const queryText = (query: Exclude<DockerRequest['query'], undefined>): string =>
  Object.entries(query).map(([key, value]) => `${key}=${percentText(typeof value === 'string' ? Buffer.from(value) : value)}`).join('&');

/** As `encodeURIComponent` does it, for bytes that need not be UTF-8. */
const percentText = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('latin1').replace(/[^A-Za-z0-9\-_.!~*'()]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

const bodyLimit = 256 * 1024 * 1024;

/** The whole body, or an error when it was cut or is longer than any answer should be. */
export async function readBody(response: IncomingMessage, limit = bodyLimit): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) throw new EngineFault(`an answer longer than ${limit} bytes`);
    chunks.push(chunk);
  }
  assertWhole(response);
  return Buffer.concat(chunks).toString('utf8');
}

/** A stream that was destroyed before it was read ends without an error, and looks whole then. */
export function assertWhole(response: IncomingMessage): void {
  if (!response.readableEnded || !response.complete) throw new EngineUnreachableError('cut', 'the answer was cut');
}

/** `undefined` for what is not JSON, which no schema accepts. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

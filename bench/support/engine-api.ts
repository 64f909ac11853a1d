import http from 'node:http';
import type { Readable } from 'node:stream';

export class EngineApiError extends Error {
  override name = 'EngineApiError';
}

/** An engine's API without anything of ours in between: one kept connection, and no look at what an answer means. */
export class EngineApi {
  readonly #socketPath: string;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

  constructor(endpoint: string) {
    this.#socketPath = endpoint.slice('unix://'.length);
  }

  post(path: string, body?: object): Promise<string> {
    return this.#ask('POST', path, body && { type: 'application/json', bytes: Buffer.from(JSON.stringify(body)) });
  }

  put(path: string, tar: Buffer): Promise<string> {
    return this.#ask('PUT', path, { type: 'application/x-tar', bytes: tar });
  }

  delete(path: string): Promise<string> {
    return this.#ask('DELETE', path);
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(method: string, path: string, body?: { readonly type: string; readonly bytes: Buffer }): Promise<string> {
    const headers = body ? { 'content-type': body.type, 'content-length': body.bytes.length } : {};
    return new Promise((resolve, reject) => {
      const request = http.request({ socketPath: this.#socketPath, agent: this.#agent, method, path, headers }, (response) => {
        textOf(response).then((text) => ((response.statusCode ?? 500) < 400 ? resolve(text) : reject(new EngineApiError(`${method} ${path}: ${text}`))), reject);
      });
      request.on('error', reject);
      request.end(body?.bytes);
    });
  }
}

async function textOf(stream: Readable): Promise<string> {
  return (await bytesOf(stream)).toString('utf8');
}

export async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

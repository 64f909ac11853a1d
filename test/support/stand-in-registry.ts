import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { gathered, inPieces } from './tar-bytes.ts';

const manifestType = 'application/vnd.docker.distribution.manifest.v2+json';

const pieceBytes = 512 * 1024;

interface Blob {
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * A stand-in for an image registry, and it says so. It speaks the registry's own protocol over plain HTTP on loopback, which
 * an engine takes without TLS, and holds images of one layer.
 */
export class StandInRegistry {
  /** Gives nothing to anybody. */
  isClosed = false;
  /** Layers are held back in the middle until it is over. */
  held: Promise<void> = Promise.resolve();
  readonly asked: string[] = [];
  readonly #server: http.Server;
  readonly #blobs = new Map<string, Blob>();
  readonly #tags = new Map<string, string>();

  private constructor() {
    this.#server = http.createServer((request, response) => void this.#answer(request, response).catch(() => response.destroy()));
  }

  static async listen(): Promise<StandInRegistry> {
    const registry = new StandInRegistry();
    registry.#server.listen(0, '127.0.0.1');
    await once(registry.#server, 'listening');
    return registry;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Puts an image with this file in it under a name; answers the digest of its manifest. */
  async put(name: string, tag: string, file: Buffer = randomBytes(64)): Promise<string> {
    const archive = pack();
    archive.entry({ name: 'file', mode: 0o644, mtime: new Date(0) }, file);
    archive.finalize();
    const tar = await gathered(archive as AsyncIterable<Buffer>);
    const layer = this.#keep({ type: 'application/vnd.docker.image.rootfs.diff.tar.gzip', bytes: gzipSync(tar) });
    const config = this.#keep({ type: 'application/vnd.docker.container.image.v1+json', bytes: Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', config: { Cmd: ['/file'] }, rootfs: { type: 'layers', diff_ids: [digestOf(tar)] }, history: [{ created: '2026-01-01T00:00:00Z', created_by: 'a stand-in for tests' }] })) });
    const digest = this.#keep({ type: manifestType, bytes: Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType: manifestType, config: this.#described(config), layers: [this.#described(layer)] })) });
    this.#tags.set(`${name}:${tag}`, digest);
    return digest;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #keep(blob: Blob): string {
    const digest = digestOf(blob.bytes);
    this.#blobs.set(digest, blob);
    return digest;
  }

  #described(digest: string): object {
    const { type = '', bytes = Buffer.alloc(0) } = this.#blobs.get(digest) ?? {};
    return { mediaType: type, size: bytes.length, digest };
  }

  async #answer({ url = '', method = 'GET' }: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push(`${method} ${url}`);
    response.setHeader('Docker-Distribution-Api-Version', 'registry/2.0');
    if (this.isClosed) return void response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="a stand-in for tests"' }).end(errorOf('UNAUTHORIZED', 'authentication required'));
    if (url === '/v2/') return void response.writeHead(200).end('{}');
    const [, name = '', kind, reference = ''] = /^\/v2\/(.+)\/(manifests|blobs)\/([^/?]+)/.exec(url) ?? [];
    const digest = kind === 'manifests' && !reference.startsWith('sha256:') ? this.#tags.get(`${name}:${reference}`) : reference;
    const blob = digest === undefined ? undefined : this.#blobs.get(digest);
    if (!blob || digest === undefined) return void response.writeHead(404).end(errorOf('MANIFEST_UNKNOWN', 'this stand-in has no such thing'));
    response.writeHead(200, { 'Content-Type': blob.type, 'Content-Length': blob.bytes.length, 'Docker-Content-Digest': digest });
    if (method === 'HEAD') return void response.end();
    await this.#send(blob, response);
  }

  async #send({ type, bytes }: Blob, response: ServerResponse): Promise<void> {
    const half = type.endsWith('gzip') ? Math.floor(bytes.length / 2) : 0;
    // As over a slow line: an engine tells how far it is no oftener than some times a second.
    for await (const piece of inPieces(bytes.subarray(0, half), pieceBytes)) {
      response.write(piece);
      await sleep(100);
    }
    if (half > 0) await this.held;
    response.end(bytes.subarray(half));
  }
}

const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const errorOf = (code: string, message: string): string => JSON.stringify({ errors: [{ code, message }] });

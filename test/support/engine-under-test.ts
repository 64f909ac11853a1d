import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pack } from 'tar-stream';
import { mintToken, type EffectToken } from '../../electron/host/attempts/effect-token.ts';
import type { EngineMutations } from '../../electron/host/attempts/mutations.ts';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import type { EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { tarOfFolder } from './tar-of-folder.ts';
import type { ContainerRequest } from '../../shared/engine-requests.ts';
import type { AttemptId, Endpoint, EngineId } from '../../shared/ids.ts';
import { labelKeys } from '../../shared/naming.ts';
import type { Operation } from '../../shared/operations.ts';

export const newAttempt = (): AttemptId => randomBytes(16).toString('hex') as AttemptId;
export const tokenFor = (operation: Operation, attempt = newAttempt()): EffectToken => mintToken(attempt, operation, 1);

/** The real engine that the tests were given, with everything this file's tests leave on it. */
export class EngineUnderTest {
  readonly endpoint: Endpoint;
  readonly engine: EngineId;
  readonly reader: EngineReader;
  readonly mutations: EngineMutations;
  /** In every name, so that tests that run beside these never meet them. */
  readonly mark = `bw-test-${randomBytes(6).toString('hex')}`;
  imageId = '';

  constructor(endpoint: Endpoint, engine: EngineId, engines: ReturnType<typeof createDockerEngines>) {
    this.endpoint = endpoint;
    this.engine = engine;
    this.reader = engines.readers.at(endpoint);
    this.mutations = engines.mutations(endpoint, engine);
  }

  static async reach(endpoint = process.env['BAILIWICK_TEST_ENGINE']): Promise<EngineUnderTest> {
    if (!endpoint) throw new Error('BAILIWICK_TEST_ENGINE is not set: run the engine tests with `npm run test:engine`.');
    const engines = createDockerEngines();
    const { engine } = await engines.readers.at(endpoint).identity();
    return new EngineUnderTest(endpoint as Endpoint, engine, engines);
  }

  /** A small image with a shell, whose own entry point a worker must never run. */
  async buildImage(): Promise<string> {
    const folder = folderOfFiles({ Dockerfile: 'FROM scratch\nCOPY busybox /bin/busybox\nRUN ["/bin/busybox","--install","-s","/bin"]\nENTRYPOINT ["/bin/false"]\n' });
    copyFileSync(busybox(), join(folder, 'busybox'));
    const answer = await this.mutations.buildImage(tokenFor('build_image'), { context: tarOfFolder(folder), tag: `${this.mark}:1`, labels: {} }, () => undefined);
    rmSync(folder, { recursive: true });
    if (answer.kind !== 'applied' || answer.id === undefined) throw new Error(`the test image was not built: ${JSON.stringify(answer)}`);
    this.imageId = answer.id;
    return answer.id;
  }

  aRequest(about: Partial<ContainerRequest> = {}): ContainerRequest {
    return {
      name: `${this.mark}-${randomBytes(4).toString('hex')}`, labels: { 'io.bailiwick.test': this.mark }, imageId: this.imageId, command: ['sleep', '600'], workingDirectory: '/', user: { uid: 1000, gid: 1000 },
      volumes: [], tmpfs: [{ path: '/tmp', options: 'mode=1777' }], resources: { cpuMilli: 500, memoryBytes: 64 << 20, pids: 50 }, network: 'none', ...about,
    };
  }

  async createContainer(about: Partial<ContainerRequest> = {}): Promise<string> {
    const answer = await this.mutations.createContainer(tokenFor('create_container'), this.aRequest(about));
    if (answer.kind !== 'applied' || answer.id === undefined) throw new Error(`no container was created: ${JSON.stringify(answer)}`);
    return answer.id;
  }

  async runContainer(about: Partial<ContainerRequest> = {}): Promise<string> {
    const id = await this.createContainer(about);
    await this.mutations.startContainer(tokenFor('start_container'), id);
    return id;
  }

  async createVolume(labels: Readonly<Record<string, string>> = { [labelKeys.attempt]: newAttempt() }): Promise<string> {
    const name = `${this.mark}-${randomBytes(4).toString('hex')}`;
    await this.mutations.createVolume(tokenFor('create_volume'), { name, labels });
    return name;
  }

  /** Straight to the engine, past everything that is tested. */
  raw(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: string }> {
    return new Promise((resolve, reject) => {
      const call = request({ socketPath: this.endpoint.replace('unix://', ''), method, path, headers: { 'Content-Type': 'application/json' } }, async (response) => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(await Readable.from(response).toArray()).toString() });
      });
      call.on('error', reject);
      call.end(body && JSON.stringify(body));
    });
  }

  async cleanUp(): Promise<void> {
    for (const { id, name } of await this.reader.listContainers()) if (name.startsWith(this.mark)) await this.raw('DELETE', `/containers/${id}?force=true&v=true`);
    for (const { name } of await this.reader.listVolumes()) if (name.startsWith(this.mark)) await this.raw('DELETE', `/volumes/${name}`);
    for (const { tags } of await this.reader.listImages()) for (const tag of tags) if (tag.startsWith(this.mark)) await this.raw('DELETE', `/images/${tag}?force=true`);
  }
}

export function folderOfFiles(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'files-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Entries that end with a slash are folders. All belong to the guest's user. */
export function tarOf(entries: Readonly<Record<string, string>>): Readable {
  const tar = pack();
  for (const [name, text] of Object.entries(entries)) {
    const owner = { uid: 1000, gid: 1000, mtime: new Date(0) };
    if (name.endsWith('/')) tar.entry({ ...owner, name, type: 'directory', mode: 0o755 });
    else tar.entry({ ...owner, name, mode: 0o644 }, text);
  }
  tar.finalize();
  return Readable.from(tar);
}

function busybox(): string {
  const found = ['/bin/busybox', '/usr/bin/busybox'].find((path) => existsSync(path));
  if (found === undefined) throw new Error('busybox-static is not installed: the test image is made of it.');
  return found;
}

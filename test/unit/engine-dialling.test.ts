import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import { forgetAmbientSettings } from '../../electron/host/engine/ambient-settings.ts';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import type { AttemptId } from '../../shared/ids.ts';
import type { Operation } from '../../shared/operations.ts';
import { FakeDaemon } from '../support/fake-daemon.ts';

// Every test dials a socket, on machines that are busy with others.
vi.setConfig({ testTimeout: 30_000 });

const root = path.resolve(import.meta.dirname, '../..');
const canary = 'canary-7f3a91c4';
const token = (operation: Operation) => mintToken('0'.repeat(32) as AttemptId, operation, 1);

let selected: FakeDaemon;
let other: FakeDaemon;

beforeEach(async () => {
  selected = await FakeDaemon.listen();
  other = await FakeDaemon.listen();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await selected.close();
  await other.close();
});

describe('B0 V6: DOCKER_* in the environment', () => {
  test.each([
    ['another socket', () => ({ DOCKER_HOST: other.endpoint })],
    ['a host that nobody has', () => ({ DOCKER_HOST: 'tcp://other.invalid:2376', DOCKER_TLS_VERIFY: '1' })],
    ['an address that is none', () => ({ DOCKER_HOST: 'tcp://[' })],
    ['certificates that are not there', () => ({ DOCKER_HOST: 'tcp://other.invalid:2375', DOCKER_CERT_PATH: '/nonexistent' })],
    ['an ssh host', () => ({ DOCKER_HOST: 'ssh://nobody@other.invalid', SSH_AUTH_SOCK: '/nonexistent' })],
    ['a prefix and a timeout', () => ({ DOCKER_HOST: 'tcp://other.invalid:1', DOCKER_PATH_PREFIX: '/elsewhere', DOCKER_CLIENT_TIMEOUT: '1' })],
  ])('%s: what was selected is what is dialled', async (_what, settings) => {
    for (const [name, value] of Object.entries(settings())) vi.stubEnv(name, value);
    selected.answer('POST /volumes/create', ({ body }) => ({ status: 201, body: { ...JSON.parse(body), CreatedAt: '2026-01-01T00:00:00Z' } }));
    const engines = createDockerEngines();

    const facts = await engines.readers.at(selected.endpoint).identity();
    const answer = await engines.mutations(selected.endpoint, selected.engine).createVolume(token('create_volume'), { name: 'v', labels: {} });
    engines.close();

    expect(facts.name).toBe('stand-in');
    expect(answer).toEqual({ kind: 'applied', status: 201 });
    expect(selected.requests.map(({ url }) => url)).toEqual(['/info', '/info', '/volumes/create']);
    expect(other.received).toHaveLength(0);
  });

  test('is forgotten at the start, with DEBUG, and everything else stays', () => {
    const env = { DOCKER_HOST: 'x', DOCKER_CONFIG: 'y', DEBUG: '*', PATH: '/bin', HOME: '/root' };

    const forgotten = forgetAmbientSettings(env);

    expect(env).toEqual({ PATH: '/bin', HOME: '/root' });
    expect(forgotten).toEqual(['DOCKER_HOST', 'DOCKER_CONFIG', 'DEBUG']);
  });
});

describe('an engine that answers with a redirect', () => {
  test('does not make the console dial another place', async () => {
    const elsewhere = createServer();
    let dialled = 0;
    elsewhere.on('connection', (socket) => { dialled += 1; socket.destroy(); });
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    selected.answer('GET /info', { status: 301, headers: { Location: `http://127.0.0.1:${port}/info` } });

    await expect(createDockerEngines().readers.at(selected.endpoint).identity()).rejects.toThrow();

    elsewhere.close();
    expect(dialled).toBe(0);
  });
});

describe('B0 V15: request bodies and URLs', () => {
  test('nothing of a body is in any URL', async () => {
    const engines = createDockerEngines();
    const mutations = engines.mutations(selected.endpoint, selected.engine);

    await mutations.createVolume(token('create_volume'), { name: 'v', labels: { secret: canary } });
    await mutations.createContainer(token('create_container'), containerWith(canary));
    engines.close();

    expect(selected.requests.map(({ url }) => url)).toEqual(['/info', '/volumes/create', '/containers/create?name=bw-worker']);
    expect(selected.requests.filter(({ body }) => body.includes(canary))).toHaveLength(2);
  });
});

describe('B0 V9: DEBUG in the environment', () => {
  const talk = `
    const { createDockerEngines } = await import('./electron/host/engine/docker-engines.ts');
    const { mintToken } = await import('./electron/host/attempts/effect-token.ts');
    const engines = createDockerEngines();
    const { engine } = await engines.readers.at(process.env.ENDPOINT).identity();
    const answer = await engines.mutations(process.env.ENDPOINT, engine)
      .createVolume(mintToken('0'.repeat(32), 'create_volume', 1), { name: 'v', labels: { secret: '${canary}' } });
    engines.close();
    console.log('answer:', answer.kind);`;

  const talkDirectly = `
    const { createRequire } = await import('node:module');
    const Modem = createRequire('${root}/node_modules/dockerode/lib/docker.js')('docker-modem');
    new Modem({ socketPath: process.env.ENDPOINT.slice(7) }).dial(
      { path: '/volumes/create', method: 'POST', options: { _query: {}, _body: { Labels: { secret: '${canary}' } } }, headers: { 'X-Secret': '${canary}' }, statusCodes: {} },
      () => process.exit());`;

  test.each(['*', 'modem', 'modem,http'])('DEBUG=%s prints nothing of what is sent', async (DEBUG) => {
    const output = await outputOf(talk, { DEBUG, ENDPOINT: selected.endpoint });

    expect(output).toContain('answer: ambiguous');
    expect(output).not.toContain(canary);
    expect(selected.requestsTo('POST /volumes/create')[0]?.body).toContain(canary);
  });

  test('would print it without our care, so the search above can find it', async () => {
    expect(await outputOf(talkDirectly, { DEBUG: 'modem', ENDPOINT: selected.endpoint })).toContain(canary);
  });
});

function containerWith(text: string) {
  return {
    name: 'bw-worker', labels: { note: text }, imageId: `sha256:${'1'.repeat(64)}`, command: ['echo', text], workingDirectory: '/workspace', user: { uid: 1000, gid: 1000 },
    volumes: [], tmpfs: [], resources: { cpuMilli: 100, memoryBytes: 6 << 20, pids: 8 }, network: 'none',
  } as const;
}

async function outputOf(script: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { cwd: root, env: { ...process.env, ...env } });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString();
}

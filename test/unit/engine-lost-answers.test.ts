import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import { usualDeadlines } from '../../electron/host/engine/deadlines.ts';
import { DockerMutations } from '../../electron/host/engine/docker-mutations.ts';
import { DockerReader } from '../../electron/host/engine/docker-reader.ts';
import { EngineFault, EngineUnreachableError } from '../../electron/host/engine/engine-reader.ts';
import { socketWay } from '../../electron/host/engine/way.ts';
import type { ContainerRequest } from '../../shared/engine-requests.ts';
import type { AttemptId } from '../../shared/ids.ts';
import type { Operation } from '../../shared/operations.ts';
import { FakeDaemon, rawAnswer, type FakeReply } from '../support/fake-daemon.ts';

// Every test dials a socket, on machines that are busy with others.
vi.setConfig({ testTimeout: 30_000 });

const id = 'a'.repeat(64);
const created: FakeReply = { status: 201, body: { Id: id, Warnings: [] } };
const request: ContainerRequest = {
  name: 'bw-worker', labels: { a: 'b' }, imageId: `sha256:${'1'.repeat(64)}`, command: ['true'], workingDirectory: '/workspace/task', user: { uid: 1000, gid: 1000 },
  volumes: [], tmpfs: [], resources: { cpuMilli: 100, memoryBytes: 6 << 20, pids: 8 }, network: 'none',
};
const token = (operation: Operation) => mintToken('0'.repeat(32) as AttemptId, operation, 1);

let daemon: FakeDaemon;
let mutations: DockerMutations;

beforeEach(async () => {
  daemon = await FakeDaemon.listen();
  mutations = new DockerMutations(daemon.way, daemon.engine, { ...usualDeadlines, readMs: 1000, changeMs: 1000, stallMs: 1000 });
});

afterEach(async () => {
  mutations.close();
  await daemon.close();
});

const create = (reply: FakeReply) => {
  daemon.answer('POST /containers/create', reply);
  return mutations.createContainer(token('create_container'), request);
};

describe('B0 V1: a create answer cut in the middle of its body', () => {
  test('is unclear at once, without waiting for the deadline', async () => {
    const patient = new DockerMutations(daemon.way, daemon.engine, { ...usualDeadlines, changeMs: 60_000 });
    daemon.answer('POST /containers/create', { ...created, cutAfter: rawAnswer(created).length - 80 });
    const begun = performance.now();

    expect(await patient.createContainer(token('create_container'), request)).toMatchObject({ kind: 'unclear' });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('is unclear wherever it is cut, and applied only when it is whole', async () => {
    const whole = rawAnswer(created).length;

    for (let cutAfter = 0; cutAfter < whole; cutAfter += 1) {
      expect(await create({ ...created, cutAfter }), `cut after ${cutAfter} bytes`).toMatchObject({ kind: 'unclear' });
    }

    expect(await create({ ...created, cutAfter: whole })).toEqual({ kind: 'applied', status: 201, id });
  });

  test('is asked once: the console does not repeat it by itself', async () => {
    await create({ ...created, cutAfter: 40 });

    expect(daemon.requestsTo('POST /containers/create')).toHaveLength(1);
  });
});

describe('B0 V2: a caller that gives up after the socket died', () => {
  test('gets its answer all the same', async () => {
    const given = new AbortController();
    const slowBuild = mutations.buildImage(token('build_image'), { context: emptyContext(), tag: 'x', labels: {} }, () => undefined, given.signal);
    await expect.poll(() => daemon.requestsTo('POST /build').length, { timeout: 10_000 }).toBe(1);

    daemon.hangUp();
    given.abort();

    expect(await slowBuild).toMatchObject({ kind: 'unclear' });
  });

  beforeEach(() => daemon.answer('POST /build', { silent: true }));
});

describe('B0 V3: an engine that accepts and never answers', () => {
  test('leaves a change unclear at our own deadline, and its socket is gone then', async () => {
    const answer = await create({ silent: true });

    expect(answer).toEqual({ kind: 'unclear', says: expect.stringContaining('no answer') });
    daemon.answer('POST /containers/create', created);
    await mutations.createContainer(token('create_container'), request);
    expect(daemon.requests.at(-1)?.connection).toBe(1);
  });

  test('is unreachable for a reader', async () => {
    daemon.answer('GET /info', { silent: true });

    const reader = new DockerReader(daemon.way, { ...usualDeadlines, readMs: 300 });

    await expect(reader.identity()).rejects.toMatchObject({ name: 'EngineUnreachableError', reason: 'no_answer' });
  });

  test('gets no change at all when it is the comparison that is never answered', async () => {
    daemon.answer('GET /info', { silent: true });

    expect(await create(created)).toEqual({ kind: 'not_sent', says: expect.stringContaining('no answer') });
    expect(daemon.requestsTo('POST /containers/create')).toHaveLength(0);
  });
});

describe('B0 V4: a deadline and a reset', () => {
  test('are both unclear, never refused, and each says which it was', async () => {
    const late = await create({ ...created, delayMs: 2500 });
    const cut = await create({ ...created, cutAfter: 0 });

    expect(late).toEqual({ kind: 'unclear', says: expect.stringContaining('no answer in time') });
    expect(cut).toEqual({ kind: 'unclear', says: expect.stringContaining('cut') });
  });
});

describe('B0 V5: a success that does not fit', () => {
  test.each([
    ['an empty object', {}],
    ['nothing', ''],
    ['text that is no JSON', '{"Id":"aaaa'],
    ['an id that is none', { Id: 'bw-worker' }],
    ['a list', [id]],
    ['JSON null', 'null'],
  ])('%s in place of the created container is unclear', async (_what, body) => {
    expect(await create({ status: 201, body })).toMatchObject({ kind: 'unclear' });
  });

  test('is a fault for a reader', async () => {
    daemon.answer('GET /containers/json', { body: [{ Id: 'short' }] });

    await expect(new DockerReader(daemon.way).listContainers()).rejects.toBeInstanceOf(EngineFault);
  });

  test('is a fault for a reader when it is not even HTTP', async () => {
    daemon.answer('GET /info', { then: (socket) => void socket.end(), headers: { 'Content-Length': 'many' } });

    await expect(new DockerReader(daemon.way).identity()).rejects.toBeInstanceOf(EngineFault);
  });
});

describe('a socket that nobody serves', () => {
  test('says so, and nothing was sent', async () => {
    await daemon.close();

    expect(await mutations.createContainer(token('create_container'), request)).toMatchObject({ kind: 'not_sent' });
    await expect(new DockerReader(daemon.way).identity()).rejects.toMatchObject({ reason: 'no_socket' });
    await expect(new DockerReader(socketWay('/etc/hostname')).identity()).rejects.toBeInstanceOf(EngineUnreachableError);
  });
});

async function* nothing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(1024);
}

const emptyContext = () => Readable.from(nothing());

import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import { usualDeadlines } from '../../electron/host/engine/deadlines.ts';
import { DockerMutations } from '../../electron/host/engine/docker-mutations.ts';
import { socketWay } from '../../electron/host/engine/way.ts';
import type { AttemptId, EngineId } from '../../shared/ids.ts';
import type { Operation } from '../../shared/operations.ts';
import { FakeDaemon } from '../support/fake-daemon.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

// Every test dials a socket, on machines that are busy with others.
vi.setConfig({ testTimeout: 30_000 });

const id = 'c'.repeat(64);
const token = (operation: Operation) => mintToken('0'.repeat(32) as AttemptId, operation, 1);

let daemon: FakeDaemon;
let mutations: DockerMutations;

beforeEach(async () => {
  daemon = await FakeDaemon.listen();
  daemon.answer(`POST /containers/${id}/start`, { status: 204 });
  mutations = new DockerMutations(daemon.way, daemon.engine, { ...usualDeadlines, readMs: 10_000, changeMs: 10_000, stallMs: 1000 });
});

afterEach(async () => {
  mutations.close();
  await daemon.close();
});

const start = () => mutations.startContainer(token('start_container'), id);

describe('the connection for changes', () => {
  test('is compared once and kept for the changes after it', async () => {
    expect([await start(), await start(), await start()]).toEqual(Array.from({ length: 3 }, () => ({ kind: 'applied', status: 204 })));

    expect(daemon.received).toHaveLength(1);
    expect(daemon.requests.map((request) => request.path)).toEqual(['/info', ...Array(3).fill(`/containers/${id}/start`)]);
  });

  test('is compared anew after the engine was restarted', async () => {
    await start();
    daemon.hangUp();
    await sleep(200);

    expect(await start()).toEqual({ kind: 'applied', status: 204 });
    expect(daemon.requests.filter(({ connection }) => connection === 1).map((request) => request.path)).toEqual(['/info', `/containers/${id}/start`]);
  });

  test('is left to a slow change, and a second one is compared for what cannot wait', async () => {
    daemon.answer(`POST /containers/${id}/stop`, { status: 204, delayMs: 1000 });

    const slow = mutations.stopContainer(token('stop_container'), id, { seconds: 1 });
    await expect.poll(() => daemon.requests.length, { timeout: 10_000 }).toBe(2);
    const quick = await start();

    expect(quick).toEqual({ kind: 'applied', status: 204 });
    expect(daemon.requests.map((request) => `${request.connection} ${request.path.split('/').at(-1)}`)).toEqual(['0 info', '0 stop', '1 info', '1 start']);
    expect(await slow).toEqual({ kind: 'applied', status: 204 });
  });

  test('that is ended with every answer is never used for a change', async () => {
    daemon.answer('GET /info', { body: daemon.info(), headers: { Connection: 'close' } });

    expect(await start()).toEqual({ kind: 'not_sent', says: 'the engine does not keep its connections' });
    expect(daemon.requestsTo(`POST /containers/${id}/start`)).toHaveLength(0);
  });
});

describe('a socket that belongs to another engine now', () => {
  test('gets no byte of a change', async () => {
    const socketPath = path.join(aTemporaryFolder(), 'docker.sock');
    const first = await FakeDaemon.listen(socketPath);
    first.answer(`POST /containers/${id}/start`, { status: 204 });
    const itsMutations = new DockerMutations(socketWay(socketPath), first.engine, usualDeadlines);
    const startThere = () => itsMutations.startContainer(token('start_container'), id);
    expect(await startThere()).toEqual({ kind: 'applied', status: 204 });
    await first.close();
    const second = await FakeDaemon.listen(socketPath);
    second.engine = 'ANOTHER-ENGINE' as EngineId;
    await sleep(200);

    const answer = await startThere();
    const received = second.received.map((chunks) => Buffer.concat(chunks).toString());
    await second.close();

    expect(answer).toEqual({ kind: 'not_sent', says: 'another engine answers on the socket now: ANOTHER-ENGINE, not STAND-IN-ENGINE' });
    expect(received).toEqual([expect.stringMatching(/^GET \/info HTTP\/1\.1\r\n[^]*\r\n\r\n$/)]);
    expect(received.join()).not.toContain('start');
  });

  test('gets nothing either when it does not say which engine it is', async () => {
    daemon.answer('GET /info', { body: { Name: 'a box' } });

    expect(await start()).toMatchObject({ kind: 'not_sent' });
    expect(daemon.requests.map((request) => request.path)).toEqual(['/info']);
  });
});

describe('a change without an attempt', () => {
  test('is refused before anything is dialled, also with a token that was used', async () => {
    const used = token('start_container');
    await mutations.startContainer(used, id);

    await expect(mutations.startContainer(used, id)).rejects.toThrow('no attempt stands behind this call');
    await expect(mutations.removeVolume({ ...token('remove_volume') }, 'v')).rejects.toThrow('no attempt');
    await expect(mutations.removeVolume(token('remove_container'), 'v')).rejects.toThrow('this attempt is for remove_container');
    expect(daemon.requests).toHaveLength(2);
  });
});

describe('a container that is named otherwise than by its id', () => {
  test.each(['bw-worker', 'c'.repeat(12), '', '../volumes'])('%j is never sent', async (name) => {
    expect(await mutations.removeContainer(token('remove_container'), name, 'unnamed_too')).toMatchObject({ kind: 'not_sent' });
    expect(daemon.received).toHaveLength(0);
  });
});

describe('an upload', () => {
  const target = { container: id, folder: '/workspace' };
  const route = `PUT /containers/${id}/archive`;
  const put = (tar: Readable, signal?: AbortSignal) => mutations.putArchive(token('deliver'), target, tar, signal);

  test('arrives whole, and the connection is kept', async () => {
    daemon.answer(route, { status: 200 });
    const sent = Buffer.alloc(300_000, 'x');

    expect(await put(Readable.from([sent]))).toEqual({ kind: 'applied', status: 200 });
    await start();

    expect(daemon.requestsTo(route)[0]?.body).toBe(sent.toString());
    expect(daemon.requestsTo(route)[0]?.query.get('path')).toBe('/workspace');
    expect(daemon.received).toHaveLength(1);
  });

  test('that moves slowly is not given up; one that stands still is', async () => {
    daemon.answer(route, { status: 200 });

    expect(await put(Readable.from(dripping(6, 300)))).toEqual({ kind: 'applied', status: 200 });
    expect(await put(Readable.from(dripping(2, 5000)))).toMatchObject({ kind: 'unclear' });
  });

  test('whose source fails is unclear, and the connection is not used again', async () => {
    daemon.answer(route, { status: 200 });

    expect(await put(Readable.from(failing()))).toEqual({ kind: 'unclear', says: 'the source broke' });
    await start();

    expect(daemon.requests.at(-1)?.connection).toBe(1);
  });

  test('that was given up before it began is not sent', async () => {
    expect(await put(Readable.from(['x']), AbortSignal.abort())).toMatchObject({ kind: 'not_sent' });
    expect(daemon.requestsTo(route)).toHaveLength(0);
  });

  test('that is given up half way is unclear', async () => {
    const given = new AbortController();
    const putting = put(Readable.from(dripping(200, 20)), given.signal);
    await expect.poll(() => Buffer.concat(daemon.received[0] ?? []).toString(), { timeout: 10_000 }).toContain('PUT');
    given.abort();

    expect(await putting).toMatchObject({ kind: 'unclear' });
  });
});

async function* dripping(times: number, pauseMs: number): AsyncGenerator<Buffer> {
  for (let left = times; left > 0; left -= 1) {
    yield Buffer.alloc(1000);
    await sleep(pauseMs);
  }
}

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(1000);
  throw new RangeError('the source broke');
}

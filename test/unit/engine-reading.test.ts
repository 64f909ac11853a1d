import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { usualDeadlines } from '../../electron/host/engine/deadlines.ts';
import { DockerReader } from '../../electron/host/engine/docker-reader.ts';
import { FakeDaemon, type FakeReply } from '../support/fake-daemon.ts';

// Every test dials a socket, on machines that are busy with others.
vi.setConfig({ testTimeout: 30_000 });

const id = 'a'.repeat(64);

let daemon: FakeDaemon;

beforeEach(async () => {
  daemon = await FakeDaemon.listen();
});

afterEach(() => daemon.close());

describe('an engine without an identity', () => {
  const asPodman = (ids: readonly string[]) => {
    let asked = 0;
    daemon.answer('GET /info', () => ({ body: { ...daemon.info(), ID: ids[asked++ % ids.length] }, headers: { 'Libpod-Api-Version': '4.3.1' } }));
    return new DockerReader(daemon.way).identity();
  };

  test('that gives itself a new id for every answer, as Podman does, is a fault', async () => {
    await expect(asPodman(['one', 'two'])).rejects.toThrow('cannot be told from another engine');
  });

  test('is not what one is called that keeps its id', async () => {
    expect(await asPodman(['one'])).toMatchObject({ engine: 'one' });
  });
});

describe('containers that are asked for by their ids', () => {
  test('are those and no others, whatever the engine takes the ids for', async () => {
    const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
    const rowOf = (of: string) => ({ Id: of, Names: [`/${of.slice(0, 4)}`], Image: 'i', ImageID: 'sha256:i', Created: 1, State: 'exited', Status: 'Exited (0)', Labels: {}, Mounts: [] });
    daemon.answer('GET /containers/json', { body: [rowOf(one), rowOf(other)] });

    expect((await new DockerReader(daemon.way).listContainers([one])).map(({ id: each }) => each)).toEqual([one]);
  });
});

describe('what lies at a path in a container', () => {
  const route = `HEAD /containers/${id}/archive`;
  const statOf = (mode: number) => ({ headers: { 'X-Docker-Container-Path-Stat': Buffer.from(JSON.stringify({ name: 'x', size: 0, mode, mtime: '2026-03-04T14:00:00Z', linkTarget: '' })).toString('base64') } });
  const kindWith = async (reply: FakeReply) => {
    daemon.answer(route, reply);
    return (await new DockerReader(daemon.way).kindsAt(id, ['/x']))[0];
  };
  const theContainerIsThere = () => {
    daemon.answer(`GET /containers/${id}/json`, { body: { Id: id, Name: '/c', Created: '2026-03-04T14:00:00Z', Image: 'sha256:i', State: { Status: 'created', StartedAt: '', FinishedAt: '', ExitCode: 0, OOMKilled: false }, Config: { Labels: {}, User: '', Tty: false }, Mounts: [], HostConfig: {} } });
  };

  test.each([
    ['folder', 0x8000_0000 + 0o755],
    ['folder', 0x8010_0000 + 0o777],
    ['link', 0x0800_0000 + 0o777],
    ['file', 0o644],
    ['file', 0x0080_0000 + 0o755],
    ['other', 0x0200_0000 + 0o644],
    ['other', 0x0420_0000 + 0o666],
  ])('is a %s where its mode says so (%i)', async (kind, mode) => {
    expect(await kindWith(statOf(mode))).toBe(kind);
  });

  test('is nothing that is guessed: an answer that does not say it is a fault', async () => {
    await expect(kindWith({})).rejects.toMatchObject({ name: 'EngineFault' });
    await expect(kindWith({ headers: { 'X-Docker-Container-Path-Stat': 'bm90IEpTT04=' } })).rejects.toMatchObject({ name: 'EngineFault' });
  });

  test('is absent where only the path is not there, and a fault where the container is not', async () => {
    await expect(kindWith({ status: 404 })).rejects.toThrow('is not there');
    await expect(kindWith({ status: 500 })).rejects.toMatchObject({ name: 'EngineFault' });

    theContainerIsThere();
    expect(await kindWith({ status: 404 })).toBe('absent');
  });

  test('is asked for many at once, in their order, and the container is looked at once for all', async () => {
    theContainerIsThere();
    daemon.answer(route, ({ query }) => (query.get('path')?.endsWith('0') ? statOf(0o644) : { status: 404 }));
    const paths = Array.from({ length: 40 }, (_, index) => `/x/${index}`);
    const warned: string[] = [];
    const warn = ({ name }: Error): void => { warned.push(name); };
    process.on('warning', warn);

    const kinds = await new DockerReader(daemon.way).kindsAt(id, paths, new AbortController().signal);

    expect(kinds).toEqual(paths.map((path) => (path.endsWith('0') ? 'file' : 'absent')));
    expect(daemon.requestsTo(`GET /containers/${id}/json`)).toHaveLength(1);
    process.off('warning', warn);
    expect(warned).toEqual([]);
  });

  test('is asked for by the bytes of its name, and legibly where they are text', async () => {
    daemon.answer(route, statOf(0o644));

    await new DockerReader(daemon.way).kindsAt(id, ['/x/caf\\xE9/é+ (1).md', '/x/plain\\x5CxFF'], new AbortController().signal);

    expect(daemon.requestsTo(route).map(({ url }) => url.split('?')[1])).toEqual(['path=%2Fx%2Fcaf%E9%2F%C3%A9%2B%20(1).md', 'path=%2Fx%2Fplain%5CxFF']);
  });

  test('is told to nobody who gave up', async () => {
    const over = new AbortController();
    daemon.answer(route, { silent: true });
    const asked = new DockerReader(daemon.way).kindsAt(id, ['/x', '/y'], over.signal);

    over.abort(new Error('gave up'));

    await expect(asked).rejects.toThrow('gave up');
  });
});

describe('what changed in a container', () => {
  const changes = (body: string | object) => {
    daemon.answer(`GET /containers/${id}/changes`, { body });
    return new DockerReader(daemon.way).changes(id);
  };

  test('is told by path and kind, and nothing is nothing', async () => {
    expect(await changes([{ Path: '/run', Kind: 0 }, { Path: '/run/x', Kind: 1 }, { Path: '/etc/y', Kind: 2 }])).toEqual([{ path: '/run', kind: 'changed' }, { path: '/run/x', kind: 'added' }, { path: '/etc/y', kind: 'removed' }]);
    expect(await changes('null')).toEqual([]);
  });

  test('is a fault where the answer does not fit', async () => {
    await expect(changes([{ Path: '/run', Kind: 3 }])).rejects.toThrow('does not fit');
  });
});

describe('a long answer that is cut, given up or stands still', () => {
  const reader = () => new DockerReader(daemon.way, { ...usualDeadlines, stallMs: 500 });
  const archiveOf = (reply: FakeReply, signal?: AbortSignal) => {
    daemon.answer(`GET /containers/${id}/archive`, { body: Buffer.alloc(5000), ...reply });
    return reader().archive(id, '/x', signal);
  };

  test('is never taken for a whole one', async () => {
    await expect((await archiveOf({ cutAfter: 1000 }))?.toArray()).rejects.toMatchObject({ name: 'EngineUnreachableError', reason: 'cut' });
    await expect((await archiveOf({ headers: { 'Content-Length': '6000' } }))?.toArray()).rejects.toMatchObject({ reason: 'no_answer' });
    expect(Buffer.concat(await ((await archiveOf({}))?.toArray() ?? []))).toHaveLength(5000);
  });

  test('also when it is given up before anybody reads it', async () => {
    const given = new AbortController();
    const tar = await archiveOf({ body: Buffer.alloc(4 << 20) }, given.signal);
    given.abort();

    await expect(tar?.toArray()).rejects.toThrow();
  });

  test('waits for a reader that takes its time', async () => {
    const tar = await archiveOf({ body: Buffer.alloc(4 << 20) });
    await sleep(1200);

    expect(Buffer.concat(await (tar?.toArray() ?? []))).toHaveLength(4 << 20);
  });
});

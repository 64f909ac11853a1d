import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import { EngineFault, type LogFrame } from '../../electron/host/engine/engine-reader.ts';
import { watchEngine } from '../../electron/host/engine/watch-engine.ts';
import { cpuMilliOf, memoryInUse } from '../../shared/usage.ts';
import { EngineProxy } from '../support/engine-proxy.ts';
import { EngineUnderTest, tarOf, tokenFor } from '../support/engine-under-test.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

let engine: EngineUnderTest;

beforeAll(async () => {
  engine = await EngineUnderTest.reach();
  await engine.buildImage();
});

afterAll(() => engine.cleanUp());

const never = () => new AbortController().signal;

async function framesOf(id: string, options: { readonly follow: boolean; readonly tail?: number; readonly since?: string }): Promise<LogFrame[]> {
  const frames: LogFrame[] = [];
  for await (const frame of engine.reader.logs(id, { ...options, signal: never() })) frames.push(frame);
  return frames;
}

describe('B13 107: a container’s log', () => {
  const talk = ['sh', '-c', 'echo first; echo error >&2; sleep 0.3; printf "half "; echo done; echo "euro €"'];

  test('is the same followed and read afterwards, from its first byte', async () => {
    const id = await engine.runContainer({ command: talk });

    const followed = await framesOf(id, { follow: true });
    const afterwards = await framesOf(id, { follow: false });

    const byStream = (stream: string) => followed.filter((frame) => frame.stream === stream).map(({ text }) => text);
    expect(followed).toEqual(afterwards);
    expect(byStream('stdout')).toEqual(['first', 'half done', 'euro €']);
    expect(byStream('stderr')).toEqual(['error']);
    expect(followed.every(({ at, ends }) => ends && /^\d{4}-.*\.\d{9}Z$/.test(at))).toBe(true);
    expect(await framesOf(id, { follow: false, tail: 1 })).toEqual(afterwards.slice(-1));
    expect(await framesOf(id, { follow: false, since: afterwards.at(-1)?.at ?? '' })).toEqual(afterwards.slice(-1));
  });

  test('of a terminal, which has no frames, is read as well', async () => {
    const { body } = await engine.raw('POST', `/containers/create?name=${engine.mark}-tty`, { Image: engine.imageId, Entrypoint: [], Cmd: talk, Tty: true });
    const { Id } = JSON.parse(body) as { readonly Id: string };
    await engine.raw('POST', `/containers/${Id}/start`);

    const frames = await framesOf(Id, { follow: true });

    expect(frames.map(({ text }) => text)).toEqual(expect.arrayContaining(['first', 'error', 'half done', 'euro €']));
    expect(frames.every(({ stream, at }) => stream === 'stdout' && at.endsWith('Z'))).toBe(true);
  });

  test('with a line of 200 KB joins to that line', async () => {
    const id = await engine.runContainer({ command: ['sh', '-c', 'head -c 200000 /dev/zero | tr "\\0" x; echo; echo after'] });

    const frames = await framesOf(id, { follow: true });

    expect(frames.filter(({ ends }) => ends)).toHaveLength(2);
    expect(frames.slice(0, -1).map(({ text }) => text).join('')).toBe('x'.repeat(200_000));
    expect(frames.at(-1)?.text).toBe('after');
  });

  test('ends quietly when the reader has seen enough', async () => {
    const id = await engine.runContainer({ command: ['sh', '-c', 'echo one; sleep 600'] });
    const over = new AbortController();
    const seen: string[] = [];

    for await (const { text } of engine.reader.logs(id, { follow: true, signal: over.signal })) {
      seen.push(text);
      setTimeout(() => over.abort(), 50);
    }

    expect(seen).toEqual(['one']);
  });

  test('of a container that is not there is a fault', async () => {
    await expect(framesOf('f'.repeat(64), { follow: false })).rejects.toBeInstanceOf(EngineFault);
  });
});

describe('what a container uses', () => {
  const follow = async (id: string, enough: (readings: readonly Reading[]) => boolean, each: (readings: readonly Reading[]) => Promise<unknown> = async () => undefined): Promise<readonly Reading[]> => {
    const over = new AbortController();
    const readings: Reading[] = [];
    for await (const counters of engine.reader.usage(id, over.signal)) {
      readings.push(counters && { cpuMilli: cpuMilliOf(counters), memoryBytes: memoryInUse(counters.memory) });
      await each(readings);
      if (enough(readings)) over.abort();
    }
    return readings;
  };
  type Reading = { readonly cpuMilli: number | null; readonly memoryBytes: number } | null;

  test('is read again and again: the first without CPU, the busy one busier than the idle one', async () => {
    const busy = await engine.runContainer({ command: ['sh', '-c', 'while :; do :; done'] });
    const idle = await engine.runContainer({ command: ['sleep', '600'] });

    const [worked, slept] = await Promise.all([busy, idle].map((id) => follow(id, (readings) => readings.length >= 4)));

    for (const readings of [worked, slept]) {
      expect(readings?.[0]?.cpuMilli).toBeNull();
      expect(readings?.slice(1).every((reading) => reading !== null && reading.cpuMilli !== null && reading.cpuMilli >= 0)).toBe(true);
      expect(readings?.every((reading) => reading !== null && reading.memoryBytes > 0 && reading.memoryBytes < 64 << 20)).toBe(true);
    }
    expect(worked?.at(-1)?.cpuMilli).toBeGreaterThan(50);
    expect(slept?.at(-1)?.cpuMilli).toBeLessThan(50);
  });

  test('is no reading once it was stopped, and not 0', async () => {
    const id = await engine.runContainer({ command: ['sleep', '600'] });

    const readings = await follow(id, (all) => all.at(-1) === null, async (all) => {
      if (all.length === 2) await engine.mutations.stopContainer(tokenFor('stop_container'), id, { seconds: 0 });
    });

    expect(readings[1]).not.toBeNull();
    expect(readings.at(-1)).toBeNull();
  });

  test('of a container that is not there is a fault', async () => {
    await expect(follow('f'.repeat(64), () => true)).rejects.toBeInstanceOf(EngineFault);
  });
});

describe('archives', () => {
  const put = (id: string, folder: string, tar: Readable) => engine.mutations.putArchive(tokenFor('deliver'), { container: id, folder }, tar);

  test('go into a volume before the first start, and come out as they went in', async () => {
    const name = await engine.createVolume();
    const id = await engine.createContainer({ volumes: [{ name, path: '/workspace' }], workingDirectory: '/workspace/task', command: ['sh', '-c', 'cat a && echo more > b && ls -n'] });

    expect(await put(id, '/workspace', tarOf({ 'task/': '', 'task/a': 'hello' }))).toEqual({ kind: 'applied', status: 200 });
    await engine.mutations.startContainer(tokenFor('start_container'), id);
    const log = await framesOf(id, { follow: true });

    expect(log[0]?.text).toContain('hello');
    expect(await filesIn(await engine.reader.archive(id, '/workspace/task'))).toEqual({ 'task/a': 'hello', 'task/b': 'more\n' });
  });

  test('do not go into a tmpfs: the engine’s 404 is not believed to mean the container', async () => {
    const id = await engine.createContainer({ tmpfs: [{ path: '/run/bailiwick', options: 'mode=0700' }] });

    expect(await put(id, '/run/bailiwick', tarOf({ token: 'x' }))).toMatchObject({ kind: 'ambiguous', status: 404 });
    expect(await engine.reader.inspectContainer(id)).not.toBeNull();
  });

  test('do not go past a read-only root', async () => {
    const id = await engine.createContainer();

    expect((await put(id, '/bin', tarOf({ sh: 'x' }))).kind).toMatch(/refused|unclear/);
  });

  test('of a path that is not there are null, and of a container that is not there a fault', async () => {
    const id = await engine.createContainer();

    expect(await engine.reader.archive(id, '/no/such/path')).toBeNull();
    await expect(engine.reader.archive('f'.repeat(64), '/bin')).rejects.toBeInstanceOf(EngineFault);
  });

  test('that nobody reads, or no longer, hold nothing', async () => {
    const id = await engine.createContainer();
    const given = new AbortController();

    (await engine.reader.archive(id, '/bin'))?.destroy();
    const tar = await engine.reader.archive(id, '/bin', given.signal);
    given.abort();

    await expect(tar?.toArray()).rejects.toThrow();
  });
});

describe('probes', () => {
  test('read in the guest, say what failed, and say when nothing runs', async () => {
    const id = await engine.runContainer();

    expect(await engine.reader.probe(id, 'process_status')).toEqual({ kind: 'output', text: expect.stringMatching(/^NoNewPrivs:\t1$/m) });
    const limits = [await engine.reader.probe(id, 'memory_limit_v1'), await engine.reader.probe(id, 'memory_limit_v2')];
    expect(limits).toContainEqual({ kind: 'output', text: `${64 << 20}\n` });
    expect(limits).toContainEqual({ kind: 'failed', exitCode: 1, says: expect.stringContaining('No such file') });

    await engine.mutations.stopContainer(tokenFor('stop_container'), id, { seconds: 0 });
    expect(await engine.reader.probe(id, 'process_status')).toEqual({ kind: 'not_running' });
    expect(await engine.reader.probe('f'.repeat(64), 'process_status')).toEqual({ kind: 'not_running' });
  });
});

describe('B5 45: events while the connection is lost', () => {
  test('are made up for by reading everything anew at each connection, and are told then, each once', async () => {
    const proxy = await EngineProxy.start(path.join(aTemporaryFolder(), 'engine.sock'), engine.endpoint);
    const reader = createDockerEngines().readers.at(`unix://${proxy.path}`);
    const over = new AbortController();
    const told: string[] = [];
    const listings: string[][] = [];
    const mine = async () => (await reader.listContainers()).map(({ name }) => name).filter((name) => name.startsWith(`${engine.mark}-event`)).sort();
    const watching = watchEngine(
      reader,
      { onOpen: async () => void listings.push(await mine()), onChange: ({ kind, action, id }) => void told.push(`${kind} ${action} ${id}`), onLost: () => void told.push('lost') },
      over.signal,
      { firstMs: 50, longestMs: 100 },
    );
    await expect.poll(() => listings).toEqual([[]]);

    const first = await engine.createContainer({ name: `${engine.mark}-event-1` });
    await expect.poll(() => told).toContain(`container create ${first}`);
    await proxy.stop();
    await expect.poll(() => told).toContain('lost');
    const second = await engine.createContainer({ name: `${engine.mark}-event-2` });
    await proxy.startAgain();
    await expect.poll(() => listings.at(-1), { timeout: 5000 }).toEqual([`${engine.mark}-event-1`, `${engine.mark}-event-2`]);
    await expect.poll(() => told, { timeout: 5000 }).toContain(`container create ${second}`);
    over.abort();
    await watching;
    await proxy.stop();

    for (const id of [first, second]) expect(told.filter((what) => what === `container create ${id}`)).toHaveLength(1);
  });
});

async function filesIn(tar: Readable | null): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  if (tar === null) return files;
  for await (const entry of tar.pipe(extract())) {
    const text = Buffer.concat(await Readable.from(entry).toArray()).toString();
    if (entry.header.type === 'file') files[entry.header.name] = text;
    await sleep(0);
  }
  return files;
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import { DockerMutations } from '../../electron/host/engine/docker-mutations.ts';
import { PullLayers } from '../../electron/host/engine/pull-progress.ts';
import type { PullProgress } from '../../electron/host/attempts/mutations.ts';
import { anAttemptId, aDigest } from '../support/builders.ts';
import { FakeDaemon, type FakeReply } from '../support/fake-daemon.ts';

let daemon: FakeDaemon;

beforeEach(async () => {
  daemon = await FakeDaemon.listen();
});

afterEach(() => daemon.close());

const lines = (...each: object[]): string => each.map((line) => `${JSON.stringify(line)}\r\n`).join('');

async function pull(reply: FakeReply) {
  daemon.answer('POST /images/create', reply);
  const told: PullProgress[] = [];
  const mutations = new DockerMutations(daemon.way, daemon.engine);
  const answer = await mutations.pullImage(mintToken(anAttemptId(), 'pull_image', 1), { registry: 'registry.example', repository: 'registry.example/agent', tag: '1' }, (progress) => told.push(progress));
  mutations.close();
  return { answer, told };
}

const whole = [
  { status: 'Pulling from agent', id: '1' },
  { status: 'Downloading', progressDetail: { current: 10, total: 40 }, id: 'aa' },
  { status: 'Download complete', progressDetail: {}, id: 'aa' },
  { status: `Digest: ${aDigest()}` },
];

describe('the end of a pull', () => {
  test('is a success when the digest was named and something was new', async () => {
    const { answer, told } = await pull({ body: lines(...whole, { status: 'Status: Downloaded newer image for agent:1' }) });

    expect(answer).toEqual({ kind: 'applied', status: 200, id: aDigest() });
    expect(told.map(({ done, total }) => [done, total])).toEqual([[0, 0], [10, 40], [40, 40], [40, 40], [40, 40]]);
    expect(daemon.requestsTo('POST /images/create').map(({ query }) => [query.get('fromImage'), query.get('tag')])).toEqual([['registry.example/agent', '1']]);
  });

  test('is “was so already” when nothing was', async () => {
    expect((await pull({ body: lines(...whole, { status: 'Status: Image is up to date for agent:1' }) })).answer).toEqual({ kind: 'already', status: 200 });
  });

  test('is unclear without a digest, when it is cut, and when it is no pull at all', async () => {
    const text = lines(...whole);

    expect((await pull({ body: lines(...whole.slice(0, 3)) })).answer).toMatchObject({ kind: 'unclear' });
    expect((await pull({ body: text, headers: { 'Content-Length': String(text.length + 50) }, cutAfter: 400 })).answer).toMatchObject({ kind: 'unclear' });
    expect((await pull({ body: '<html>' })).answer).toMatchObject({ kind: 'unclear' });
  });

  test('is for the image itself to tell after an error, whether it was told on the way or before', async () => {
    expect((await pull({ body: lines({ status: 'Pulling' }, { error: 'toomanyrequests: later', errorDetail: {} }) })).answer).toEqual({ kind: 'ambiguous', status: 200, says: 'toomanyrequests: later' });
    expect((await pull({ status: 500, body: { message: 'connection refused' } })).answer).toEqual({ kind: 'ambiguous', status: 500, says: 'connection refused' });
    expect((await pull({ status: 404, body: { message: 'pull access denied' } })).answer).toEqual({ kind: 'ambiguous', status: 404, says: 'pull access denied' });
  });

  test('is refused by a status that is about the request, and unclear from something in between', async () => {
    expect((await pull({ status: 401, body: { message: 'unauthorized' } })).answer).toMatchObject({ kind: 'refused', status: 401 });
    expect((await pull({ status: 500, body: 'a proxy' })).answer).toMatchObject({ kind: 'unclear' });
    expect((await pull({ status: 503, body: { message: 'later' } })).answer).toMatchObject({ kind: 'unclear' });
  });
});

describe('how far a pull is', () => {
  test('adds up the downloads of all layers, and never goes back for what is unpacked', () => {
    const layers = new PullLayers();
    const tell = (id: string, status: string, current?: number, total?: number) => layers.take({ id, status, ...(current !== undefined && { progressDetail: { current, total } }) });

    expect(tell('a', 'Downloading', 5, 10)).toMatchObject({ done: 5, total: 10 });
    expect(tell('b', 'Downloading', 1, 30)).toEqual({ done: 6, total: 40, says: 'b: Downloading' });
    expect(tell('a', 'Download complete')).toMatchObject({ done: 11, total: 40 });
    expect(tell('a', 'Extracting', 2, 10)).toMatchObject({ done: 11, total: 40 });
    expect(tell('c', 'Already exists')).toMatchObject({ done: 11, total: 40 });
    expect(tell('b', 'Pull complete')).toMatchObject({ done: 40, total: 40 });
  });
});

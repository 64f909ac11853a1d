import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mintToken } from '../../electron/host/attempts/effect-token.ts';
import { DockerMutations } from '../../electron/host/engine/docker-mutations.ts';
import { DockerReader } from '../../electron/host/engine/docker-reader.ts';
import type { AttemptId } from '../../shared/ids.ts';
import { FakeDaemon } from '../support/fake-daemon.ts';

vi.setConfig({ testTimeout: 30_000 });

const host = path.resolve(import.meta.dirname, '../../electron/host');
const idOf = (number: number): string => number.toString(16).padStart(64, '0');
const rowOf = (number: number, State: string) => ({ Id: idOf(number), Names: [`/c${number}`], Image: 'i', ImageID: 'sha256:i', Created: 1, State, Status: State, Labels: {}, Mounts: [] });

let daemon: FakeDaemon;

beforeEach(async () => {
  daemon = await FakeDaemon.listen();
});

afterEach(() => daemon.close());

describe('what is listed of an engine', () => {
  test('B6 50–53: a thousand containers are one question, and nobody asks for their sizes or for each of them', async () => {
    daemon.answer('GET /containers/json', { body: Array.from({ length: 1000 }, (_, number) => rowOf(number, 'exited')) });

    expect(await new DockerReader(daemon.way).listContainers()).toHaveLength(1000);
    expect(daemon.requests.map(({ url }) => url)).toEqual(['/containers/json?all=true']);
  });

  test('B2 25, 27: what is being removed, is dead or failed is listed as there: out of sight is not absent', async () => {
    daemon.answer('GET /containers/json', { body: [rowOf(1, 'removing'), rowOf(2, 'dead'), rowOf(3, 'created'), rowOf(4, 'paused')] });

    expect((await new DockerReader(daemon.way).listContainers()).map(({ state }) => state)).toEqual(['removing', 'dead', 'created', 'paused']);
  });

  test('B2 28: an image that nobody named is one of the images', async () => {
    daemon.answer('GET /images/json', { body: [{ Id: `sha256:${idOf(1)}`, RepoTags: null, RepoDigests: null, Created: 1, Size: 5, Labels: null }] });

    expect(await new DockerReader(daemon.way).listImages()).toMatchObject([{ id: `sha256:${idOf(1)}`, tags: [] }]);
  });
});

describe('what is removed', () => {
  test('B1 14: nothing is ever pruned: no request of this console names that call', () => {
    const sources = readdirSync(host, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

    expect(sources.filter((name) => readFileSync(path.join(host, name), 'utf8').includes('/prune'))).toEqual([]);
  });

  test('B1 1–3, B3 34: a container goes by its whole id and without force, so that no volume with a name goes along', async () => {
    daemon.answer(`DELETE /containers/${idOf(7)}`, { status: 204 });
    const mutations = new DockerMutations(daemon.way, daemon.engine);
    const removed = await mutations.removeContainer(mintToken('0'.repeat(32) as AttemptId, 'remove_container', 1), idOf(7), 'unnamed_too');
    const sparing = await mutations.removeContainer(mintToken('2'.repeat(32) as AttemptId, 'remove_container', 1), idOf(7), 'all_stay');
    const named = await mutations.removeContainer(mintToken('1'.repeat(32) as AttemptId, 'remove_container', 1), 'bw-worker', 'unnamed_too');
    mutations.close();

    expect([removed.kind, sparing.kind, named.kind]).toEqual(['applied', 'applied', 'not_sent']);
    expect(daemon.requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([`/containers/${idOf(7)}?v=true&force=false`, `/containers/${idOf(7)}?v=false&force=false`]);
  });

  test('B3 35: a network that the engine will not give up, though nothing is listed on it, is refused in the engine’s words, and asked for once', async () => {
    daemon.answer(`DELETE /networks/${idOf(8)}`, { status: 403, body: { message: 'error while removing network: network bw has active endpoints' } });
    const mutations = new DockerMutations(daemon.way, daemon.engine);
    const answer = await mutations.removeNetwork(mintToken('3'.repeat(32) as AttemptId, 'remove_network', 1), idOf(8));
    mutations.close();

    expect(answer).toEqual({ kind: 'refused', status: 403, says: expect.stringContaining('has active endpoints') });
    expect(daemon.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });
});

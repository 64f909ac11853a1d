import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../electron/host/attempts/answer.ts';
import type { EffectToken } from '../../electron/host/attempts/effect-token.ts';
import type { EngineMutations } from '../../electron/host/attempts/mutations.ts';
import { attach, attachSubject, externalRef } from '../../electron/host/custody/attach.ts';
import { readExternal } from '../../electron/host/custody/read-external.ts';
import { digestOf } from '../../electron/host/ledger/digest.ts';
import { resourceRef } from '../../electron/host/placement/worker-refs.ts';
import type { OfExternal } from '../../shared/external-view.ts';
import { operator } from '../../shared/receipt.ts';
import type { ResourceKind } from '../../shared/reference.ts';
import { EngineProxy } from '../support/engine-proxy.ts';
import { EngineUnderTest } from '../support/engine-under-test.ts';
import { EngineWorker } from '../support/engine-worker.ts';
import { openTestHost, removeFolder, temporaryFolder, type TestHost } from '../support/test-host.ts';
import { refusalOf, until, valueOf } from '../support/sample-worker.ts';

type Effect = (mutations: EngineMutations, token: EffectToken, attached: { readonly container: string; readonly volume: string }) => Promise<Answer>;

let engine: EngineUnderTest;

beforeAll(async () => {
  engine = await EngineUnderTest.reach();
  await engine.buildImage();
});

afterAll(() => engine.cleanUp());

/** Everything the engine tells of a container but the moment at which it was asked. */
const wholeOf = async (id: string): Promise<unknown> => JSON.parse((await engine.raw('GET', `/containers/${id}/json`)).body);

describe('something that is on an engine already', () => {
  let host: TestHost;
  const of = (resource: ResourceKind, id: string): OfExternal => ({ endpoint: engine.endpoint, resource, id });
  const attachShown = async (input: OfExternal) => {
    const { subject } = valueOf(await host.requests.openExternal(input));
    if (!subject) throw new TypeError('nothing was shown that could be attached');
    return host.requests.attach({ ...input, shown: subject });
  };

  beforeEach(() => {
    host = openTestHost();
  });

  afterEach(() => {
    host.close();
    removeFolder(host.folder);
  });

  test('is attached with what identifies it, looked at, and left as it was', async () => {
    const id = await engine.runContainer({ command: ['sh', '-c', 'echo from the outside; sleep 600'] });
    const before = await wholeOf(id);

    valueOf(await attachShown(of('container', id)));
    const view = valueOf(await host.requests.openExternal(of('container', id)));
    valueOf(await host.requests.openLog({ ...of('container', id), log: 'log-1', tail: 10 }));
    await expect.poll(() => JSON.stringify(host.notices)).toContain('from the outside');
    valueOf(await host.requests.closeLog({ log: 'log-1' }));
    valueOf(await host.requests.leave(of('container', id)));

    expect(view).toMatchObject({ standing: { group: 'attached' }, known: { identity: { id, imageId: engine.imageId } } });
    expect(valueOf(await host.requests.openExternal(of('container', id))).standing.group).toBe('attachable');
    expect(await wholeOf(id)).toEqual(before);
  });

  test('is listed in one of four groups, volumes too', async () => {
    const [free, attached, service] = [await engine.createContainer(), await engine.createContainer(), await engine.createContainer({ labels: { 'com.docker.compose.project': 'shop' } })];
    const volume = await engine.createVolume({});
    valueOf(await attachShown(of('container', attached)));

    const { environments } = valueOf(await host.requests.listEnvironments({ endpoint: engine.endpoint }));
    const { volumes } = valueOf(await host.requests.listThings({ endpoint: engine.endpoint }));

    expect([free, attached, service].map((id) => environments.find((row) => row.id === id)?.custody)).toEqual(['attachable', 'attached', 'other']);
    expect(environments.find((row) => row.id === service)?.why).toEqual(['it belongs to the Compose project “shop”']);
    expect(volumes.find(({ name }) => name === volume)?.standing.group).toBe('attachable');
  });

  test('is listed with who is on it where it is a network, also who never started on it', async () => {
    const network = async (name: string, labels: object = {}) => (JSON.parse((await engine.raw('POST', '/networks/create', { Name: `${engine.mark}-${name}`, Internal: true, Labels: labels })).body) as { Id: string }).Id;
    const [quiet, shop] = [await network('quiet'), await network('shop', { 'com.docker.compose.project': 'shop' })];
    const join = async (name: string, joined: string) => (JSON.parse((await engine.raw('POST', `/containers/create?name=${engine.mark}-${name}`, { Image: engine.imageId, Cmd: ['sleep', '600'], HostConfig: { NetworkMode: joined } })).body) as { Id: string }).Id;
    const started = await join('started', quiet);
    const never = await join('never', `${engine.mark}-quiet`);
    await engine.raw('POST', `/containers/${started}/start`);
    try {
      const { networks } = valueOf(await host.requests.listThings({ endpoint: engine.endpoint }));
      const rowOf = (id: string) => networks.find((row) => row.id === id);
      const shown = valueOf(await host.requests.openExternal(of('network', quiet)));
      valueOf(await attachShown(of('network', quiet)));
      const attached = valueOf(await host.requests.listThings({ endpoint: engine.endpoint })).networks.find((row) => row.id === quiet);

      expect(rowOf(quiet)).toMatchObject({ name: `${engine.mark}-quiet`, driver: 'bridge', internal: true, subnets: [expect.stringMatching(/\/\d+$/)], standing: { group: 'attachable' } });
      expect(rowOf(quiet)?.usedBy.toSorted()).toEqual([`${engine.mark}-never`, `${engine.mark}-started`]);
      expect(shown.seen?.usedBy.toSorted()).toEqual(rowOf(quiet)?.usedBy.toSorted());
      expect(rowOf(shop)).toMatchObject({ usedBy: [], standing: { group: 'other', why: ['it belongs to the Compose project “shop”'] } });
      expect(networks.find(({ name }) => name === 'none')?.standing).toMatchObject({ group: 'other', why: expect.arrayContaining(['the engine brings it along, for every container that names no other']) });
      expect(attached?.standing.group).toBe('attached');
    } finally {
      for (const id of [started, never]) await engine.raw('DELETE', `/containers/${id}?force=true`);
      for (const id of [quiet, shop]) await engine.raw('DELETE', `/networks/${id}`);
    }
  });

  test('is not offered where the engine starts it again by itself, and its reason stands in what attaching names', async () => {
    const body = { Image: engine.imageId, Cmd: ['sleep', '600'], HostConfig: { RestartPolicy: { Name: 'unless-stopped' } } };
    const { Id } = JSON.parse((await engine.raw('POST', `/containers/create?name=${engine.mark}-service`, body)).body) as { Id: string };

    const volume = await engine.createVolume({});
    const mounting = { ...body, HostConfig: { ...body.HostConfig, Binds: [`${volume}:/data`] } };
    await engine.raw('POST', `/containers/create?name=${engine.mark}-storing`, mounting);
    expect(valueOf(await host.requests.openExternal(of('volume', volume))).standing).toEqual({ group: 'other', why: [`${engine.mark}-storing mounts it, which is a service`] });

    const shown = valueOf(await host.requests.openExternal(of('container', Id)));
    valueOf(await attachShown(of('container', Id)));

    expect(shown.standing).toEqual({ group: 'other', why: ['the engine starts it again by itself (unless-stopped)'] });
    expect(valueOf(await host.requests.openExternal(of('container', Id))).known?.signs).toEqual(shown.standing.why);
  });

  test('is the same by whichever way its engine is reached, and is left by it', async () => {
    const proxy = await EngineProxy.start(path.join(host.folder, 'another-way.sock'), engine.endpoint);
    const id = await engine.runContainer();
    valueOf(await attachShown(of('container', id)));
    const { endpoint } = valueOf(await host.requests.addEndpoint({ path: proxy.path }));
    await until('it answers there as well', async () => (await host.requests.listEngines({})).engines.some((row) => row.endpoint === endpoint && row.facts !== undefined));
    const byAnotherWay: OfExternal = { endpoint, resource: 'container', id };

    expect(valueOf(await host.requests.openExternal(byAnotherWay)).standing.group).toBe('attached');
    valueOf(await host.requests.openLog({ ...byAnotherWay, log: 'log-3', tail: 10 }));
    valueOf(await host.requests.closeLog({ log: 'log-3' }));
    valueOf(await host.requests.leave(byAnotherWay));
    expect(valueOf(await host.requests.openExternal(of('container', id))).standing.group).toBe('attachable');
    expect(refusalOf(await host.requests.leave({ ...byAnotherWay, id: 'f'.repeat(64) }))).toMatchObject({ code: 'not_found', says: expect.stringContaining('neither attached nor given') });
    await proxy.stop();
  });

  test('is refused where it is another console’s, where it changed since it was shown, and where it is gone', async () => {
    const anothers = await engine.createContainer({ labels: { 'io.bailiwick.installation': 'b'.repeat(32) } });
    const changed = await engine.createVolume({});
    const { subject } = valueOf(await host.requests.openExternal(of('volume', changed)));
    await engine.raw('DELETE', `/volumes/${changed}`);
    const gone = refusalOf(await host.requests.attach({ ...of('volume', changed), shown: subject ?? ('' as never) }));
    await new Promise((resolve) => { setTimeout(resolve, 1100); });
    await engine.raw('POST', '/volumes/create', { Name: changed });

    expect(gone).toMatchObject({ code: 'not_found' });
    expect(refusalOf(await host.requests.attach({ ...of('volume', changed), shown: subject ?? ('' as never) }))).toMatchObject({ code: 'changed_since' });
    expect(refusalOf(await attachShown(of('container', anothers)))).toMatchObject({ code: 'not_ours' });
    expect(refusalOf(await host.requests.openLog({ ...of('container', anothers), log: 'log-2', tail: 10 }))).toMatchObject({ code: 'not_ours' });
  });
});

describe('law 5: an attempt that names something attached', () => {
  let folder: string;
  let worker: EngineWorker;

  beforeAll(async () => {
    folder = temporaryFolder();
    worker = await EngineWorker.prepared(folder, `keeper@t${process.pid}`);
  });

  afterAll(async () => {
    await worker.close();
    removeFolder(folder);
  });

  const attachFor = async (resource: ResourceKind, id: string): Promise<void> => {
    const seen = await readExternal(worker.reader, resource, id);
    if (!seen) throw new TypeError(`${id} is not there`);
    const ref = externalRef(engine.engine, { resource, id }, seen.name);
    valueOf(attach(worker.journal, { endpoint: engine.endpoint }, ref, seen, digestOf(attachSubject(ref, seen))));
  };

  const calls: Readonly<Record<string, Effect>> = {
    start_container: (mutations, token, { container }) => mutations.startContainer(token, container),
    stop_container: (mutations, token, { container }) => mutations.stopContainer(token, container, { seconds: 1 }),
    remove_container: (mutations, token, { container }) => mutations.removeContainer(token, container, 'unnamed_too'),
    deliver: (mutations, token, { container }) => mutations.putArchive(token, { container, folder: '/tmp' }, Readable.from([])),
    remove_volume: (mutations, token, { volume }) => mutations.removeVolume(token, volume),
    create_volume: (mutations, token, { volume }) => mutations.createVolume(token, { name: volume, labels: {} }),
    create_container: (mutations, token, { volume }) => mutations.createContainer(token, engine.aRequest({ volumes: [{ name: volume, path: '/data' }] })),
  };

  test('is refused before the engine is asked, whatever it would do, and the thing stays as it was', async () => {
    const [container, volume] = [await engine.runContainer(), await engine.createVolume({})];
    await attachFor('container', container);
    await attachFor('volume', volume);
    const before = [await wholeOf(container), (await engine.raw('GET', `/volumes/${volume}`)).body];

    for (const [operation, call] of Object.entries(calls)) {
      const outcome = await worker.attempts.run(
        { operation: operation as 'deliver', about: resourceRef(worker.binding, 'container'), params: {}, actor: operator, deadlineSeconds: 10 },
        (mutations, token) => call(mutations.engine(engine.endpoint, engine.engine), token, { container, volume }),
      );
      expect(outcome, operation).toMatchObject({ kind: 'settled', disposition: 'refused', says: expect.stringContaining('Nothing was sent') });
    }

    expect([await wholeOf(container), (await engine.raw('GET', `/volumes/${volume}`)).body]).toEqual(before);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BindingId } from '../../shared/ids.ts';
import { isReach, comparisonRows } from '../../shared/comparison.ts';
import { deadAddressOf, hostAddressOf } from '../../shared/network-pool.ts';
import { EngineUnderTest } from '../support/engine-under-test.ts';
import { folded, prepareSample, refusalOf, requestSample, preparationEnd, until, valueOf } from '../support/sample-worker.ts';
import { openTestHost, removeFolder, testEngine, type TestHost } from '../support/test-host.ts';

const seatOf = (name: string): string => `${name}@n${process.pid}`;

let host: TestHost;
let engine: EngineUnderTest;

beforeEach(async () => {
  host = openTestHost();
  engine = await EngineUnderTest.reach();
});

afterEach(() => {
  host.close();
  removeFolder(host.folder);
});

const withNetwork = (name: string): Promise<BindingId> => prepareSample(host, testEngine(), { seat: seatOf(name), network: 'internal' });
const networkOf = async (binding: BindingId) => (await folded(host, binding)).resources.network;
const launchSleep = (binding: BindingId) => host.requests.launch({ binding, request: { argv: ['sleep', '600'], workingDirectory: '/workspace/task', environmentNames: [] } });

async function takeBack(binding: BindingId): Promise<void> {
  for (const { id, state } of valueOf(await host.requests.planTeardown({ binding })).steps) {
    if (state.kind !== 'verified') valueOf(await host.requests.runTeardownStep({ binding, step: id }));
  }
}

describe('a worker with a network of its own', () => {
  test('gets a /28 of the pool, is joined to it by its id, sees that it has no way out, and gives it back', async () => {
    const binding = await withNetwork('joined');
    const { present } = await networkOf(binding);
    const subnet = present?.value.subnet ?? '';
    expect(subnet).toMatch(/^10\.213\.\d+\.\d+\/28$/);
    const network = await engine.reader.inspectNetwork(present?.value.id ?? '');
    expect(network).toMatchObject({ internal: true, driver: 'bridge', subnets: [subnet] });
    valueOf(await launchSleep(binding));

    await until('what it reaches is tried', async () => (await folded(host, binding)).reach);
    const worker = await folded(host, binding);

    expect(comparisonRows(worker).find(({ aspect }) => aspect === 'network')).toMatchObject({ requested: 'internal', admitted: { value: 'internal' }, observed: { value: 'internal' }, agrees: 'yes' });
    expect(comparisonRows(worker).filter(isReach).map(({ aspect, observed, agrees }) => [aspect, observed?.value, agrees])).toEqual([['host', 'reached', 'yes'], ['outside', 'not reached', 'yes'], ['names', 'not reached', 'yes']]);

    await takeBack(binding);
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
    expect(await engine.reader.inspectNetwork(present?.value.id ?? '')).toBeNull();
  });

  test('sends what is for elsewhere to an address that nobody has, not to this machine', async () => {
    const binding = await withNetwork('elsewhere');
    const subnet = (await networkOf(binding)).present?.value.subnet ?? '';
    const container = (await folded(host, binding)).resources.container.present?.value.id ?? '';
    valueOf(await launchSleep(binding));
    const inspected = JSON.parse((await engine.raw('GET', `/containers/${container}/json`)).body) as { readonly NetworkSettings: { readonly Networks: Readonly<Record<string, { readonly IPAddress: string }>> } };

    expect(Object.values(inspected.NetworkSettings.Networks)).toMatchObject([{ IPAddress: expect.stringMatching(/^10\.213\./) as string }]);
    expect(await engine.reader.probe(container, 'network_routes')).toMatchObject({ kind: 'output', text: expect.stringContaining(hexOf(deadAddressOf(subnet))) as string });
    expect(await engine.reader.probe(container, 'network_routes')).not.toMatchObject({ text: expect.stringContaining(`\t${hexOf(hostAddressOf(subnet))}\t`) as string });
    await takeBack(binding);
  });

  test('shares no address with another worker', async () => {
    const [one, other] = [await withNetwork('first'), await withNetwork('second')];

    expect((await networkOf(one)).present?.value.subnet).not.toBe((await networkOf(other)).present?.value.subnet);
    await takeBack(one);
    await takeBack(other);
  });
});

describe('a worker that somebody joined to another network', () => {
  test('is not said to be on its own internal one alone, by the engine or by the guest', async () => {
    const binding = await withNetwork('joined-to-more');
    const container = (await folded(host, binding)).resources.container.present?.value.id ?? '';
    const { Id: other } = JSON.parse((await engine.raw('POST', '/networks/create', { Name: `beside-${process.pid}`, Internal: true })).body) as { readonly Id: string };
    valueOf(await launchSleep(binding));
    await engine.raw('POST', `/networks/${other}/connect`, { Container: container });

    valueOf(await host.requests.observe({ binding }));

    expect(comparisonRows(await folded(host, binding)).find(({ aspect }) => aspect === 'network')).toMatchObject({
      admitted: { value: `internal, and joined to beside-${process.pid}` }, observed: { value: expect.stringMatching(/^eth0, eth1, /) as string }, agrees: 'no',
    });
    await takeBack(binding);
    await engine.raw('DELETE', `/networks/${other}`);
  });
});

describe('law 5: what is not ours is never stopped or deleted by us', () => {
  test('B3 37: a network that a stranger joined stays, the plan names who is on it, and the volumes go all the same', async () => {
    const binding = await withNetwork('joined-too');
    const { resources, spec } = await folded(host, binding);
    const network = resources.network.present?.value.id ?? '';
    const stranger = `stranger-on-network-${process.pid}`;
    await engine.raw('POST', `/containers/create?name=${stranger}`, { Image: spec.image.id, Cmd: ['sleep', '600'], HostConfig: { NetworkMode: network } });
    valueOf(await host.requests.runTeardownStep({ binding, step: 'remove_container' }));

    // Also before it was ever started.
    expect(refusalOf(await host.requests.runTeardownStep({ binding, step: 'remove_network' }))).toMatchObject({ code: 'not_ours', says: expect.stringContaining(stranger) as string });
    await engine.raw('POST', `/containers/${stranger}/start`);
    expect(refusalOf(await host.requests.runTeardownStep({ binding, step: 'remove_network' }))).toMatchObject({ code: 'not_ours', says: expect.stringContaining(stranger) as string });
    for (const step of ['remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
    expect(await engine.reader.inspectNetwork(network)).toMatchObject({ endpoints: [{ name: stranger }] });

    await engine.raw('DELETE', `/containers/${stranger}?force=true`);
    valueOf(await host.requests.runTeardownStep({ binding, step: 'remove_network' }));
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
  });
});

describe('law 4: never act on a name', () => {
  test('a network that was removed and made again under its name by somebody else is already gone, and theirs stays untouched', async () => {
    const binding = await withNetwork('renamed');
    const { name, present } = await networkOf(binding);
    valueOf(await host.requests.runTeardownStep({ binding, step: 'remove_container' }));
    expect(valueOf(await host.requests.planTeardown({ binding })).steps.find(({ id }) => id === 'remove_network')?.state).toEqual({ kind: 'ready' });
    await engine.raw('DELETE', `/networks/${present?.value.id}`);
    const { Id: other } = JSON.parse((await engine.raw('POST', '/networks/create', { Name: name, Internal: true })).body) as { readonly Id: string };

    expect(valueOf(await host.requests.planTeardown({ binding })).steps.find(({ id }) => id === 'remove_network')?.state).toMatchObject({ kind: 'already_gone', says: expect.stringContaining(other.slice(0, 12)) as string });
    for (const step of ['remove_network', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));

    expect(await engine.reader.inspectNetwork(other)).toMatchObject({ name });
    await engine.raw('DELETE', `/networks/${other}`);
  });
});

describe('a pool without a free network', () => {
  test('is refused in words, and the preparation goes on once another pool is chosen', async () => {
    valueOf(await host.requests.setNetworkPool({ pool: '10.214.7.16/28' }));
    const { Id: taken } = JSON.parse((await engine.raw('POST', '/networks/create', { Name: `takes-the-pool-${process.pid}`, Internal: true, IPAM: { Config: [{ Subnet: '10.214.7.0/24' }] } })).body) as { readonly Id: string };
    const binding = await requestSample(host, testEngine(), { seat: seatOf('no-room'), network: 'internal' });

    expect((await preparationEnd(host, binding)).refusal).toMatchObject({ code: 'blocked', says: expect.stringContaining('Every network of the pool 10.214.7.16/28 (1 in all) is taken') as string });
    expect(valueOf(await host.requests.planTeardown({ binding })).steps).toEqual([]);

    valueOf(await host.requests.setNetworkPool({ pool: '10.214.8.0/27' }));
    valueOf(await host.requests.continuePreparation({ binding }));
    expect((await networkOf(binding)).present?.value.subnet).toBe('10.214.8.0/28');
    await takeBack(binding);
    await engine.raw('DELETE', `/networks/${taken}`);
  });
});

/** As the kernel writes an address in its table of routes. */
const hexOf = (address: string): string => address.split('.').toReversed().map((part) => Number(part).toString(16).padStart(2, '0').toUpperCase()).join('');

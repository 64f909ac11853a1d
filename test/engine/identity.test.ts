import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestHost, removeFolder, testEngine, type TestHost } from '../support/test-host.ts';
import { runs } from '../../shared/execution-results.ts';
import { folded, launchSample, prepareSample, refusalOf, sampleHarness, until, valueOf } from '../support/sample-worker.ts';
import { asStranger } from '../support/stranger.ts';

const seatOf = (name: string): string => `${name}@t${process.pid}`;

let host: TestHost;

beforeEach(() => {
  host = openTestHost();
});

afterEach(() => {
  host.close();
  removeFolder(host.folder);
});

describe('law 4: never act on a name', () => {
  test('a container that vanished is refused, explained, and its absence is verified before the volumes are offered', async () => {
    const binding = await prepareSample(host, testEngine(), { seat: seatOf('vanished') });
    const { present } = (await folded(host, binding)).resources.container;
    await asStranger('DELETE', `/containers/${present?.value.id}?force=true`);

    const plan = valueOf(await host.requests.planTeardown({ binding }));
    expect(plan.steps[0]?.state).toMatchObject({ kind: 'already_gone' });
    expect(refusalOf(await host.requests.runTeardownStep({ binding, step: 'remove_container' }))).toMatchObject({ code: 'blocked' });
    expect(refusalOf(await host.requests.launch({ binding, request: { argv: [sampleHarness], workingDirectory: '/workspace/task', environmentNames: [] } }))).toMatchObject({ code: 'not_found' });

    for (const step of ['stop_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
  });

  test('a container that is removed while its process runs is told as gone, and the process as one that runs no more', async () => {
    const binding = await prepareSample(host, testEngine(), { seat: seatOf('removed') });
    valueOf(await launchSample(host, binding, [sampleHarness, '--steps', '1', '--wait']));
    await until('it runs', async () => runs(await folded(host, binding)));
    await asStranger('DELETE', `/containers/${(await folded(host, binding)).resources.container.present?.value.id}?force=true`);

    await until('it is seen to run no more', async () => !runs(await folded(host, binding)));

    for (const step of ['stop_container', 'remove_work', 'remove_state'] as const) await host.requests.runTeardownStep({ binding, step });
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
  });

  test('a container of ours whose name belongs to another one now is already gone, and that one stays untouched', async () => {
    const binding = await prepareSample(host, testEngine(), { seat: seatOf('reused') });
    const { name, present } = (await folded(host, binding)).resources.container;
    await asStranger('DELETE', `/containers/${present?.value.id}?force=true`);
    const other = JSON.parse((await asStranger('POST', `/containers/create?name=${name}`, { Image: (await folded(host, binding)).spec.image.id, Cmd: ['sh'] })).text) as { Id: string };

    expect(refusalOf(await host.requests.runTeardownStep({ binding, step: 'remove_container' }))).toMatchObject({ code: 'blocked' });
    expect(valueOf(await host.requests.planTeardown({ binding })).steps[0]?.state).toMatchObject({ kind: 'already_gone', says: expect.stringContaining(other.Id.slice(0, 12)) as string });

    for (const step of ['stop_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
    expect((await asStranger('GET', `/containers/${other.Id}/json`)).status).toBe(200);
    await asStranger('DELETE', `/containers/${other.Id}?force=true`);
  });

  test('a volume of our name without our labels is another one: ours is already gone, and that one stays untouched', async () => {
    const binding = await prepareSample(host, testEngine(), { seat: seatOf('unlabelled') });
    const { name } = (await folded(host, binding)).resources.work;
    valueOf(await host.requests.runTeardownStep({ binding, step: 'remove_container' }));
    await asStranger('DELETE', `/volumes/${name}`);
    // An engine tells the creation of a volume to the second.
    await sleep(1100);
    await asStranger('POST', '/volumes/create', { Name: name });

    for (const step of ['remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));

    expect((await folded(host, binding)).resources.work.absent?.value[0]).toMatchObject({ found: expect.stringContaining('another volume now') as string });
    expect((await asStranger('GET', `/volumes/${name}`)).status).toBe(200);
    await asStranger('DELETE', `/volumes/${name}`);
  });
});

describe('law 5: what is not ours is never stopped or deleted by us', () => {
  test('a volume that a stranger mounts stays, and the plan names who uses it', async () => {
    const binding = await prepareSample(host, testEngine(), { seat: seatOf('mounted') });
    const { resources, spec } = await folded(host, binding);
    const stranger = JSON.parse(
      (await asStranger('POST', `/containers/create?name=stranger-${process.pid}`, { Image: spec.image.id, Cmd: ['sh'], HostConfig: { Binds: [`${resources.work.name}:/data`] } })).text,
    ) as { Id: string };
    valueOf(await host.requests.runTeardownStep({ binding, step: 'remove_container' }));

    expect(refusalOf(await host.requests.runTeardownStep({ binding, step: 'remove_work' }))).toMatchObject({ code: 'not_ours', says: expect.stringContaining('stranger') as string });

    await asStranger('DELETE', `/containers/${stranger.Id}?force=true`);
    for (const step of ['remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
  });

  test('an environment that carries our labels but is not in the ledger is shown as a claim, not as ours', async () => {
    const binding = await prepareSample(host, testEngine(), { seat: seatOf('claimed') });
    const { spec } = await folded(host, binding);
    const pretender = JSON.parse(
      (await asStranger('POST', `/containers/create?name=pretender-${process.pid}`, { Image: spec.image.id, Cmd: ['sh'], Labels: { 'io.bailiwick.installation': 'someone' } })).text,
    ) as { Id: string };

    const { environments } = valueOf(await host.requests.listEnvironments({ endpoint: spec.endpoint }));

    expect(environments.find(({ id }) => id === pretender.Id)).toMatchObject({ custody: 'other', claims: true });
    expect(environments.find(({ owner }) => owner?.binding === binding)).toMatchObject({ custody: 'ours', claims: false });
    await asStranger('DELETE', `/containers/${pretender.Id}?force=true`);
    for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
  });
});

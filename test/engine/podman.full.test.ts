import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDockerEngines } from '../../electron/host/engine/docker-engines.ts';
import { engineOperations } from '../../shared/capabilities.ts';
import { PodmanService } from '../support/podman-service.ts';
import { openTestHost, removeFolder, type TestHost } from '../support/test-host.ts';
import { folded, prepareSample, preparationEnd, refusalOf, requestSample, until, valueOf } from '../support/sample-worker.ts';

const because = 'it gives itself another id each time it is asked, so it cannot be told from another engine';

const canRun = PodmanService.canStart();
let podman: PodmanService;
let host: TestHost;

beforeAll(async () => {
  if (canRun) podman = await PodmanService.start();
});

afterAll(async () => {
  if (canRun) await podman.stop();
});

beforeEach(() => {
  host = openTestHost();
});

afterEach(() => {
  host.close();
  removeFolder(host.folder);
});

describe.skipIf(!canRun)('Podman’s service', () => {
  test('is unsupported, and so is each thing that would be done on it, with the reason', async () => {
    const { endpoint } = podman;
    valueOf(await host.requests.addEndpoint({ path: endpoint }));
    const row = await until('it was asked', async () => (await host.requests.listEngines({})).engines.find((engine) => engine.endpoint === endpoint && engine.unsupported !== undefined));

    expect(row).toMatchObject({ unsupported: because, state: { mark: 'none', says: `unsupported: ${because}` } });
    const { capabilities } = valueOf(await host.requests.openEngine({ endpoint }));
    expect(capabilities.filter(({ word, says }) => word === 'unsupported' && says === because)).toHaveLength(engineOperations.length);
  });

  test('is asked for nothing: whoever wants a worker there is told why there is none', async () => {
    await expect(prepareSample(host, podman.endpoint, { seat: 'refused@podman' })).rejects.toThrow(because);

    const reader = createDockerEngines().readers.at(podman.endpoint);
    expect([await reader.listContainers(), await reader.listVolumes(), await reader.listImages()]).toEqual([[], [], []]);
    expect((await host.requests.listReceipts({ filter: {}, limit: 100 })).lines.filter(({ receipt }) => receipt.body.kind === 'intent')).toEqual([]);
  });
});

describe.skipIf(!canRun)('Podman’s service, if it kept one id', () => {
  test('builds an image, and is shown to do that alone', async () => {
    const endpoint = await podman.withLastingId();
    valueOf(await host.requests.addEndpoint({ path: endpoint }));
    await until('it was asked', async () => (await host.requests.listEngines({})).engines.find((engine) => engine.endpoint === endpoint && engine.facts !== undefined));
    const { id } = valueOf(await host.requests.buildSampleImage({ endpoint }));

    const { images, capabilities } = valueOf(await host.requests.openEngine({ endpoint }));
    expect(images.map((image) => image.id)).toContain(id);
    expect(capabilities.filter(({ word }) => word === 'supported').map(({ name }) => name)).toEqual(['Build image']);
  }, 300_000);

  test('refuses a container its guest’s own tmpfs: that is unconfirmed until it is closed, and what was created is taken back', async () => {
    const binding = await requestSample(host, await podman.withLastingId(), { seat: 'kept@podman' });

    expect((await preparationEnd(host, binding)).refusal?.says).toContain('unknown mount option "uid=1000"');
    const [open] = (await folded(host, binding)).open;
    if (!open) throw new TypeError('no attempt waits');
    expect(open.operation).toBe('create_container');
    expect(refusalOf(await host.requests.continuePreparation({ binding }))).toMatchObject({ code: 'unconfirmed' });
    expect(valueOf(await host.requests.closeAttempt({ attempt: open.id }))).toBe('closed');
    for (const step of ['remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));

    expect(valueOf(await host.requests.planTeardown({ binding })).finished).toBe(true);
    expect(valueOf(await host.requests.verifyLedger({})).verdict).not.toBe('broken');
  }, 300_000);
});

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Task } from '../../shared/bridge-values.ts';
import type { EngineImage } from '../../shared/engine-images.ts';
import { endpointSchema } from '../../shared/ids.ts';
import { EngineProxy } from '../support/engine-proxy.ts';
import { EngineUnderTest } from '../support/engine-under-test.ts';
import { refusalOf, until, valueOf } from '../support/sample-worker.ts';
import { StandInRegistry } from '../support/stand-in-registry.ts';
import { openTestHost, removeFolder, testEngine, type TestHost } from '../support/test-host.ts';

const endpoint = endpointSchema.parse(testEngine());
let host: TestHost;
let engine: EngineUnderTest;
let registry: StandInRegistry;
let repository: string;

beforeAll(async () => {
  engine = await EngineUnderTest.reach();
  registry = await StandInRegistry.listen();
});

afterAll(() => registry.close());

beforeEach(async () => {
  repository = `team-${randomBytes(4).toString('hex')}/agent`;
  registry.isClosed = false;
  registry.held = Promise.resolve();
  host = openTestHost();
  valueOf(await host.requests.addEndpoint({ path: testEngine() }));
});

afterEach(() => {
  host.close();
  removeFolder(host.folder);
});

const imagesThere = async (console = host, at = endpoint): Promise<readonly EngineImage[]> => valueOf(await console.requests.openEngine({ endpoint: at })).images;
const pull = (reference: string) => host.requests.pullImage({ endpoint, reference });
const tasks = ({ notices } = host): readonly Task[] => notices.flatMap(({ notice, payload }) => (notice === 'taskChanged' ? [payload as Task] : []));
const openAttempts = async ({ requests } = host) => (await requests.listInbox({})).filter(({ kind }) => kind === 'attempt');

describe('an image that an engine pulls', () => {
  test('is there under its name, with the digest that its registry gave it, and the receipts say so', async () => {
    const digest = await registry.put(repository, '1');
    const reference = `${registry.host}/${repository}:1`;

    const pulled = valueOf(await pull(reference));

    expect(pulled).toMatchObject({ reference, digest, isNew: true });
    expect((await imagesThere()).find(({ id }) => id === pulled.id)).toMatchObject({ tags: [reference], digests: [`${registry.host}/${repository}@${digest}`] });
    expect((await host.requests.listReceipts({ filter: {}, limit: 20 })).lines.map(({ says }) => says)).toEqual(expect.arrayContaining(['Pull image: asked', 'Settled: applied', expect.stringContaining(digest)]));
    await engine.raw('DELETE', `/images/${pulled.id}?force=true`);
  });

  test('is pulled by its digest as well, and is “was so already” when it is there', async () => {
    const digest = await registry.put(repository, '1');
    const pulled = valueOf(await pull(`${registry.host}/${repository}@${digest}`));
    expect(pulled).toMatchObject({ digest, isNew: true });

    expect(valueOf(await pull(`${registry.host}/${repository}@${digest}`))).toEqual({ ...pulled, isNew: false });
    await engine.raw('DELETE', `/images/${pulled.id}?force=true`);
  });

  test('is replaced under its tag when the registry has another one', async () => {
    await registry.put(repository, '1');
    const first = valueOf(await pull(`${registry.host}/${repository}:1`));
    const digest = await registry.put(repository, '1');

    const second = valueOf(await pull(`${registry.host}/${repository}:1`));

    expect(second).toMatchObject({ digest, isNew: true });
    expect(second.id).not.toBe(first.id);
    for (const { id } of [first, second]) await engine.raw('DELETE', `/images/${id}?force=true`);
  });

  test('that the registry gives to nobody is refused in words, without asking for a credential', async () => {
    registry.isClosed = true;

    expect(refusalOf(await pull(`${registry.host}/${repository}:1`))).toMatchObject({ code: 'unsupported', says: expect.stringContaining(registry.host) as string, todo: expect.stringContaining('without credentials') as string });
    expect(await openAttempts()).toEqual([]);
  });

  test('that is not there, or whose registry does not answer, is refused and leaves nothing open', async () => {
    expect(refusalOf(await pull(`${registry.host}/${repository}:missing`))).toMatchObject({ code: 'engine_failed' });
    expect(refusalOf(await pull(`127.0.0.1:1/${repository}:1`))).toMatchObject({ code: 'engine_failed', says: expect.stringContaining('127.0.0.1:1') as string });
    expect(await openAttempts()).toEqual([]);
  });

  test('is not asked for without a tag or a digest', async () => {
    expect(refusalOf(await pull(`${registry.host}/${repository}`))).toMatchObject({ code: 'bad_input' });
    expect(registry.asked.some((line) => line.includes(repository))).toBe(false);
  });

  test('tells how far it is, and can be cancelled: nothing of it is there then, and it is unconfirmed until somebody closes it', async () => {
    await registry.put(repository, '1', randomBytes(8_000_000));
    registry.held = new Promise(() => undefined);
    const pulling = pull(`${registry.host}/${repository}:1`);
    const task = await until('its bytes are counted', () => tasks().find(({ label, done }) => label.startsWith('Pulling') && done > 0));

    expect(task).toMatchObject({ cancellable: true, unit: 'bytes' });
    expect(task.total).toBeGreaterThan(7_000_000);
    valueOf(await host.requests.cancelTask({ task: task.id }));

    expect(refusalOf(await pulling)).toMatchObject({ code: 'unconfirmed' });
    expect((await imagesThere()).some(({ tags }) => tags.includes(`${registry.host}/${repository}:1`))).toBe(false);
    const [waiting] = await openAttempts();
    if (waiting?.kind !== 'attempt') throw new TypeError('nothing waits');
    expect(waiting).toMatchObject({ operation: 'pull_image', canClose: true });
    expect(valueOf(await host.requests.closeAttempt({ attempt: waiting.attempt }))).toBe('closed');
  });
});

/** On an engine of their own: every other test makes its workers of what is called the sample image. */
describe.runIf(process.geteuid?.() === 0)('an image that this console built', () => {
  let builder: TestHost;
  let alone: EngineUnderTest;
  const built = async (): Promise<string> => valueOf(await builder.requests.buildSampleImage({ endpoint: alone.endpoint })).id;

  beforeAll(async () => {
    builder = openTestHost();
    valueOf(await builder.requests.startPrivateEngine({}));
    const { engines } = await builder.requests.listEngines({});
    alone = await EngineUnderTest.reach(engines.find(({ source }) => source === 'private')?.endpoint);
  });

  afterAll(async () => {
    valueOf(await builder.requests.stopPrivateEngine({}));
    builder.close();
    removeFolder(builder.folder);
  });

  test('is ours by the build that made it, is removed by its id after a look, and is verified absent', async () => {
    const image = await built();
    expect((await imagesThere(builder, alone.endpoint)).find(({ id }) => id === image)).toMatchObject({ built: { seq: expect.any(Number) as number } });
    expect(valueOf(await builder.requests.planImageRemoval({ endpoint: alone.endpoint, image }))).not.toHaveProperty('stays');

    valueOf(await builder.requests.removeImage({ endpoint: alone.endpoint, image }));

    expect(await alone.reader.inspectImage(image)).toBeNull();
    expect((await builder.requests.listReceipts({ filter: {}, limit: 10 })).lines.map(({ says }) => says)).toEqual(expect.arrayContaining(['Remove image: asked', 'Settled: applied', 'Verified absent, 4 readings']));
    expect(refusalOf(await builder.requests.removeImage({ endpoint: alone.endpoint, image }))).toMatchObject({ code: 'not_found' });
  });

  test('stays while a container is made of it, whoever’s that is, and says which', async () => {
    const image = await built();
    const stranger = `stranger-of-image-${process.pid}`;
    await alone.raw('POST', `/containers/create?name=${stranger}`, { Image: image, Cmd: ['sh'] });

    expect(valueOf(await builder.requests.planImageRemoval({ endpoint: alone.endpoint, image })).stays).toMatchObject({ says: `It is used by ${stranger}.` });
    expect(refusalOf(await builder.requests.removeImage({ endpoint: alone.endpoint, image }))).toMatchObject({ code: 'not_ours', says: expect.stringContaining(stranger) as string });

    await alone.raw('DELETE', `/containers/${stranger}?force=true`);
    valueOf(await builder.requests.removeImage({ endpoint: alone.endpoint, image }));
  });

  test('stays while somebody else’s name is on it', async () => {
    const image = await built();
    await alone.raw('POST', `/images/${image}/tag?repo=${alone.mark}&tag=kept`);

    expect(refusalOf(await builder.requests.removeImage({ endpoint: alone.endpoint, image }))).toMatchObject({ code: 'not_ours', says: expect.stringContaining(`${alone.mark}:kept`) as string });

    await alone.raw('DELETE', `/images/${alone.mark}:kept`);
    valueOf(await builder.requests.removeImage({ endpoint: alone.endpoint, image }));
  });

  test('one that another console built is not ours, though it carries the same labels', async () => {
    const image = await built();
    const other = openTestHost();
    valueOf(await other.requests.addEndpoint({ path: alone.endpoint }));

    expect(refusalOf(await other.requests.removeImage({ endpoint: alone.endpoint, image }))).toMatchObject({ code: 'not_ours' });

    other.close();
    removeFolder(other.folder);
    valueOf(await builder.requests.removeImage({ endpoint: alone.endpoint, image }));
  });

  test('B2 31: whose build is cancelled half-way leaves no container and no image, and what is unconfirmed waits to be closed', async () => {
    const proxy = await EngineProxy.start(path.join(builder.folder, 'cancelled.sock'), alone.endpoint);
    const there = await imagesThere(builder, alone.endpoint);
    const stalled = proxy.plan(/^POST \S*\/build/, { kind: 'stall_request', afterBytes: 100_000 });

    expect(refusalOf(await cancelledBuild(proxy, stalled))).toMatchObject({ code: 'unconfirmed' });
    proxy.hangUp();

    expect(await alone.reader.listContainers()).toEqual([]);
    expect(await imagesThere(builder, alone.endpoint)).toEqual(there);
    const [waiting] = await openAttempts(builder);
    if (waiting?.kind !== 'attempt') throw new TypeError('nothing waits');
    expect(valueOf(await builder.requests.closeAttempt({ attempt: waiting.attempt }))).toBe('closed');
    await proxy.stop();
  });

  test('B2 31: that its engine finished after its build was cancelled is known for ours as soon as it is there, and can be removed', async () => {
    const proxy = await EngineProxy.start(path.join(builder.folder, 'finished.sock'), alone.endpoint);
    const unheard = proxy.plan(/^POST \S*\/build/, { kind: 'hold_answer' });

    await cancelledBuild(proxy, unheard);
    await proxy.quiet();

    const late = await until('it is ours', async () => (await imagesThere(builder, alone.endpoint)).find(({ built: by }) => by));
    expect(await openAttempts(builder)).toEqual([]);
    expect(await alone.reader.listContainers()).toEqual([]);
    valueOf(await builder.requests.removeImage({ endpoint: alone.endpoint, image: late.id }));
    await proxy.stop();
  });

  /** Answers what becomes of a build that is cancelled once it met what was planned for it. */
  async function cancelledBuild(proxy: EngineProxy, met: Promise<void>) {
    const through = endpointSchema.parse(`unix://${proxy.path}`);
    valueOf(await builder.requests.addEndpoint({ path: through }));
    const building = builder.requests.buildSampleImage({ endpoint: through });
    await met;
    const task = tasks(builder).findLast(({ label }) => label.startsWith('Building'));
    valueOf(await builder.requests.cancelTask({ task: task?.id ?? '' }));
    return building;
  }
});

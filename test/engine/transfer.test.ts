import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Given } from '../../shared/bridge.ts';
import type { OfExternal } from '../../shared/external-view.ts';
import type { BindingId } from '../../shared/ids.ts';
import type { ReleaseFile } from '../../shared/release.ts';
import type { ResourceKind } from '../../shared/reference.ts';
import { EngineUnderTest } from '../support/engine-under-test.ts';
import { folded, launchSample, prepareSample, refusalOf, valueOf, view } from '../support/sample-worker.ts';
import { openTestHost, removeFolder, temporaryFolder, testEngine, type TestHost } from '../support/test-host.ts';

let engine: EngineUnderTest;
let folder: string;
let one: TestHost;
let two: TestHost;
let count = 0;

const freshSeat = (): string => `given-${(count += 1)}@t${process.pid}`;
const of = (resource: ResourceKind, id: string): OfExternal => ({ endpoint: engine.endpoint, resource, id });

beforeAll(async () => {
  engine = await EngineUnderTest.reach();
  await engine.buildImage();
});

afterAll(() => engine.cleanUp());

beforeEach(() => {
  folder = temporaryFolder();
  [one, two] = [openTestHost(path.join(folder, 'one')), openTestHost(path.join(folder, 'two'))];
  mkdirSync(path.join(folder, 'out'));
  for (const host of [one, two]) host.answers.folder = path.join(folder, 'out');
});

afterEach(() => {
  one.close();
  two.close();
  removeFolder(folder);
});

async function released(host: TestHost, given: Given, to: Parameters<TestHost['requests']['release']>[0]['to'] = 'anyone'): Promise<string> {
  const written = valueOf(await host.requests.release({ of: given, to }));
  if (!written) throw new TypeError('nothing was written');
  return written.file;
}

/** A file that is chosen and staged, and stays here whatever is given away. */
async function staged(host: TestHost, binding: BindingId): Promise<void> {
  const task = path.join(folder, 'task.md');
  writeFileSync(task, 'Write a report.\n');
  host.answers.files = [task];
  const selection = valueOf(await host.requests.chooseSources({ kind: 'files' }));
  valueOf(await host.requests.stageSelection({ binding, selection: selection?.selection ?? '', class: 'context' }));
}

async function takenOver(host: TestHost, file: string): Promise<void> {
  host.answers.files = [file];
  const offer = valueOf(await host.requests.chooseRelease({ endpoint: engine.endpoint }));
  if (!offer) throw new TypeError('nothing was offered');
  valueOf(await host.requests.takeOver({ offer: offer.offer, fingerprint: offer.signer }));
}

async function thingsOf(host: TestHost, binding: BindingId) {
  const { container, network, work, state } = (await folded(host, binding)).resources;
  return { container: container.present?.value.id ?? '', network: network.present?.value.id, work: work.name, state: state.name };
}

/** What its receipts say, oldest first. */
async function orderOf(host: TestHost, words: RegExp): Promise<readonly string[]> {
  return (await host.requests.listReceipts({ filter: {}, limit: 200 })).lines.map(({ says }) => says).filter((says) => words.test(says)).toReversed();
}

/** Of what was given away nothing comes back on one's own word. */
async function isBeyondReach(host: TestHost, resource: ResourceKind, id: string): Promise<void> {
  const { standing, subject } = valueOf(await host.requests.openExternal(of(resource, id)));
  const shown = { ...of(resource, id), shown: subject ?? ('' as never) };
  expect(standing).toMatchObject({ group: 'other', isAnothers: true });
  expect(refusalOf(await host.requests.attach(shown))).toMatchObject({ code: 'not_ours', says: expect.stringContaining('it was released to') });
  expect(refusalOf(await host.requests.takeOverAttached({ ...shown, owner: 'nobody' }))).toMatchObject({ code: 'blocked' });
}

async function tookBack(host: TestHost, { container, network, work, state }: Awaited<ReturnType<typeof thingsOf>>): Promise<void> {
  valueOf(await host.requests.runExternalStep({ ...of('container', container), step: 'remove_container' }));
  if (network !== undefined) valueOf(await host.requests.runExternalStep({ ...of('network', network), step: 'remove_network' }));
  for (const name of [work, state]) valueOf(await host.requests.runExternalStep({ ...of('volume', name), step: 'remove_volume' }));
}

describe('a worker that is given away', () => {
  test('is the other console’s from then on, goes back by that one’s release, and is taken back where it is', async () => {
    const binding = await prepareSample(one, testEngine(), { seat: freshSeat(), network: 'internal' });
    const things = await thingsOf(one, binding);

    await takenOver(two, await released(one, { binding }));
    const there = valueOf(await two.requests.openExternal(of('container', things.container)));
    expect(there).toMatchObject({ standing: { group: 'ours', transferred: 'release' }, together: 4, known: { custody: { from: { by: 'release' } } } });
    expect((await view(one, binding)).row).toMatchObject({ custody: 'released', open: false });
    expect(valueOf(await one.requests.planTeardown({ binding })).steps).toEqual([]);
    expect(refusalOf(await launchSample(one, binding))).toMatchObject({ code: 'not_ours' });
    expect(refusalOf(await one.requests.runExternalStep({ ...of('container', things.container), step: 'remove_container' }))).toBeDefined();
    await isBeyondReach(one, 'container', things.container);
    await isBeyondReach(one, 'volume', things.work);

    const back = await released(two, of('volume', things.work));
    one.answers.files = [back];
    expect(valueOf(await one.requests.chooseRelease({ endpoint: engine.endpoint }))).toHaveProperty('givenElsewhereUntil');
    await takenOver(one, back);
    expect(refusalOf(await one.requests.writeRelease({ of: { binding } }))).toMatchObject({ code: 'blocked', says: expect.stringContaining('is this console’s again') });
    await isBeyondReach(two, 'container', things.container);
    expect(refusalOf(await two.requests.runExternalStep({ ...of('volume', things.work), step: 'remove_volume' }))).toMatchObject({ code: 'not_ours' });
    expect(refusalOf(await one.requests.runExternalStep({ ...of('volume', things.work), step: 'remove_volume' }))).toMatchObject({ code: 'not_ours', says: expect.stringContaining('is mounted by') });
    await tookBack(one, things);

    expect(valueOf(await one.requests.openExternal(of('volume', things.work))).plan.map(({ state }) => state.kind)).toEqual(['verified']);
    expect((await engine.raw('GET', `/containers/${things.container}/json`)).status).toBe(404);
    expect((await engine.raw('GET', `/volumes/${things.state}`)).status).toBe(404);
    expect((await engine.raw('GET', `/networks/${things.network}`)).status).toBe(404);
  });

  test('is not given away while it runs, and the words say what to do first; what is staged for it stays here', async () => {
    const binding = await prepareSample(one, testEngine(), { seat: freshSeat() });
    valueOf(await launchSample(one, binding, ['sleep', '600']));

    expect(refusalOf(await one.requests.release({ of: { binding }, to: 'anyone' }))).toMatchObject({ code: 'blocked', todo: 'Stop its container first.' });

    valueOf(await one.requests.runTeardownStep({ binding, step: 'stop_container' }));
    await staged(one, binding);
    const things = await thingsOf(one, binding);
    await takenOver(two, await released(one, { binding }));
    await tookBack(two, things);
    expect(await orderOf(two, /^Was here before us|: asked$/)).toEqual([expect.stringMatching(/^Was here before us/), 'Remove container: asked', 'Remove volume: asked', 'Remove volume: asked']);

    valueOf(await one.requests.runTeardownStep({ binding, step: 'remove_staging' }));
    expect(valueOf(await one.requests.planTeardown({ binding }))).toMatchObject({ finished: true, steps: [{ id: 'remove_staging', state: { kind: 'verified' } }] });
  });

  test('counts once, for whom it was meant, and its file can be written again', async () => {
    const binding = await prepareSample(one, testEngine(), { seat: freshSeat() });
    const things = await thingsOf(one, binding);
    const { installation } = await two.requests.settings({});
    const file = await released(one, { binding }, installation ?? 'anyone');
    // As when there is no room: nothing can be made in the data folder.
    const outgoing = path.join(one.folder, 'outgoing');
    renameSync(outgoing, `${outgoing}-aside`);
    writeFileSync(outgoing, '');
    expect(refusalOf(await one.requests.writeRelease({ of: { binding } }))).toMatchObject({ code: 'blocked', todo: expect.stringContaining('Nothing was left behind') as string });
    rmSync(outgoing);
    renameSync(`${outgoing}-aside`, outgoing);
    const again = valueOf(await one.requests.writeRelease({ of: { binding } }));
    expect(readdirSync(outgoing)).toEqual([]);

    expect(readFileSync(again?.file ?? '', 'utf8')).toBe(readFileSync(file, 'utf8'));
    one.answers.files = [file];
    expect(refusalOf(await one.requests.chooseRelease({ endpoint: engine.endpoint }))).toMatchObject({ says: 'This release is not taken up: this console gave it away itself.' });
    const third = openTestHost(path.join(folder, 'three'));
    third.answers.files = [file];
    expect(refusalOf(await third.requests.chooseRelease({ endpoint: engine.endpoint }))).toMatchObject({ says: 'This release is not taken up: it is for another console.' });
    third.close();
    await takenOver(two, file);
    expect(refusalOf(await two.requests.chooseRelease({ endpoint: engine.endpoint }))).toMatchObject({ says: 'This release is not taken up: it was taken up already.' });
    await tookBack(two, things);
  });

  test('is not taken over by a fingerprint that was not compared, after a change of the file, or when something else is there', async () => {
    const binding = await prepareSample(one, testEngine(), { seat: freshSeat() });
    const things = await thingsOf(one, binding);
    const file = await released(one, { binding });
    const release = JSON.parse(readFileSync(file, 'utf8')) as ReleaseFile;
    const changed = path.join(folder, 'changed.json');
    writeFileSync(changed, JSON.stringify({ ...release, statement: { ...release.statement, resources: release.statement.resources.slice(0, 1) } }));

    two.answers.files = [changed];
    expect(refusalOf(await two.requests.chooseRelease({ endpoint: engine.endpoint }))).toMatchObject({ says: 'This release is not taken up: its signature is for something else.' });
    two.answers.files = [file];
    const offer = valueOf(await two.requests.chooseRelease({ endpoint: engine.endpoint }));
    expect(refusalOf(await two.requests.takeOver({ offer: offer?.offer ?? '', fingerprint: `ed25519:${'0'.repeat(64)}` }))).toMatchObject({ code: 'blocked' });
    await engine.raw('DELETE', `/containers/${things.container}?force=true`);
    expect(refusalOf(await two.requests.takeOver({ offer: offer?.offer ?? '', fingerprint: offer?.signer ?? '' }))).toMatchObject({ code: 'not_found' });

    expect(valueOf(await two.requests.openExternal(of('volume', things.work))).standing).toMatchObject({ group: 'other', isAnothers: true });
    await takenOver(two, valueOf(await one.requests.releaseAnew({ of: { binding } }))?.file ?? '');
    expect(valueOf(await two.requests.openExternal(of('volume', things.work)))).toMatchObject({ standing: { group: 'ours', transferred: 'release' }, together: 2 });
    for (const name of [things.work, things.state]) valueOf(await two.requests.runExternalStep({ ...of('volume', name), step: 'remove_volume' }));
    expect(refusalOf(await one.requests.releaseAnew({ of: { binding } }))).toMatchObject({ code: 'not_found' });
  });
});

describe('something that is attached', () => {
  test('is taken over on the operator’s own signed word, which names its owner, and then taken back', async () => {
    const id = await engine.runContainer();
    const shown = async () => valueOf(await one.requests.openExternal(of('container', id))).subject ?? ('' as never);
    expect(refusalOf(await one.requests.takeOverAttached({ ...of('container', id), shown: await shown(), owner: 'the data team' }))).toMatchObject({ code: 'blocked' });

    valueOf(await one.requests.attach({ ...of('container', id), shown: await shown() }));
    valueOf(await one.requests.takeOverAttached({ ...of('container', id), shown: await shown(), owner: 'the data team' }));
    expect(valueOf(await one.requests.openExternal(of('container', id)))).toMatchObject({ named: 'the data team', known: { custody: { kind: 'transferred', from: { by: 'statement' } } } });
    for (const step of ['stop_container', 'remove_container'] as const) valueOf(await one.requests.runExternalStep({ ...of('container', id), step }));

    expect((await engine.raw('GET', `/containers/${id}/json`)).status).toBe(404);
    expect(valueOf(await one.requests.verifyLedger({}))).toMatchObject({ verdict: expect.stringMatching(/^(verified|consistent)/) });
  });
});

describe('B1 1–3, B3 34: a container that is taken back', () => {
  /** A stranger's container with one volume that has a name and two that nobody named. */
  async function mountingContainer(autoRemove = false) {
    const named = await engine.createVolume({});
    const created = await engine.raw('POST', `/containers/create?name=${engine.mark}-${freshSeat().split('@')[0]}`, { Image: engine.imageId, Entrypoint: ['sleep', '600'], Volumes: { '/one': {}, '/two': {} }, HostConfig: { NetworkMode: 'none', AutoRemove: autoRemove, Binds: [`${named}:/named`] } });
    const { Id: id } = JSON.parse(created.body) as { readonly Id: string };
    const unnamed = (await engine.reader.inspectContainer(id))?.volumes.filter((volume) => volume !== named) ?? [];
    expect(unnamed).toHaveLength(2);
    const isThere = async (volume: string): Promise<boolean> => (await engine.reader.inspectVolume(volume)) !== null;
    return { id, named, unnamed, there: () => Promise.all([named, ...unnamed].map(isThere)) };
  }

  /** Another stranger's, which mounts that volume too. */
  async function containerSharing(volume: string): Promise<string> {
    const other = await engine.raw('POST', `/containers/create?name=${engine.mark}-other-${freshSeat().split('@')[0]}`, { Image: engine.imageId, Entrypoint: ['sleep', '600'], HostConfig: { NetworkMode: 'none', Binds: [`${volume}:/shared`] } });
    return (JSON.parse(other.body) as { readonly Id: string }).Id;
  }

  async function attach(resource: ResourceKind, id: string): Promise<void> {
    valueOf(await one.requests.attach({ ...of(resource, id), shown: valueOf(await one.requests.openExternal(of(resource, id))).subject ?? ('' as never) }));
  }

  async function takeOverOnOwnWord(id: string) {
    await attach('container', id);
    const { subject } = valueOf(await one.requests.openExternal(of('container', id)));
    valueOf(await one.requests.takeOverAttached({ ...of('container', id), shown: subject ?? ('' as never), owner: 'the data team' }));
    return valueOf(await one.requests.openExternal(of('container', id))).plan.find(({ id: step }) => step === 'remove_container');
  }

  test('takes its unnamed volumes along, which it says before, and leaves the one with a name', async () => {
    const { id, unnamed, there } = await mountingContainer();

    const step = await takeOverOnOwnWord(id);
    for (const volume of unnamed) expect(step?.lost).toContain(volume.slice(0, 12));
    valueOf(await one.requests.runExternalStep({ ...of('container', id), step: 'remove_container' }));

    expect(await there()).toEqual([true, false, false]);
  });

  test('leaves those that another container mounts, says so before, and records afterwards which are still there', async () => {
    const { id, unnamed, there } = await mountingContainer();
    const sharing = await containerSharing(unnamed[0] ?? '');

    const step = await takeOverOnOwnWord(id);
    expect(step?.lost).toContain(unnamed[1]?.slice(0, 12));
    expect(step?.lost).not.toContain(unnamed[0]?.slice(0, 12));
    expect(step?.kept).toContain(`${unnamed[0]?.slice(0, 12)} (`);
    valueOf(await one.requests.runExternalStep({ ...of('container', id), step: 'remove_container' }));

    expect(await there()).toEqual([true, true, false]);
    expect(valueOf(await one.requests.openExternal(of('container', id))).known?.unnamed).toEqual(expect.arrayContaining([{ name: unnamed[0], state: 'there' }, { name: unnamed[1], state: 'absent' }]));
    await engine.raw('DELETE', `/containers/${sharing}?force=true`);
    await engine.raw('DELETE', `/volumes/${unnamed[0]}`);
  });

  test('is not stopped where its engine would remove it with a volume that is attached; once that is mounted elsewhere too, what goes with it is said and read', async () => {
    const { id, unnamed, there } = await mountingContainer(true);
    await engine.raw('POST', `/containers/${id}/start`);
    await attach('volume', unnamed[0] ?? '');
    await takeOverOnOwnWord(id);
    const stopStep = async () => valueOf(await one.requests.openExternal(of('container', id))).plan[0];
    expect(refusalOf(await one.requests.runExternalStep({ ...of('container', id), step: 'stop_container' }))).toMatchObject({ code: 'not_ours', says: expect.stringContaining(unnamed[0]?.slice(0, 12) ?? 'none') });
    expect(await there()).toEqual([true, true, true]);

    const sharing = await containerSharing(unnamed[0] ?? '');
    expect((await stopStep())?.lost).toContain(unnamed[1]?.slice(0, 12));
    valueOf(await one.requests.runExternalStep({ ...of('container', id), step: 'stop_container' }));
    await expect.poll(async () => (await stopStep())?.state, { timeout: 15_000 }).toMatchObject({ kind: 'already_gone', says: expect.stringContaining('this console stopped it') });
    valueOf(await one.requests.runExternalStep({ ...of('container', id), step: 'stop_container' }));

    expect(await there()).toEqual([true, true, false]);
    expect(valueOf(await one.requests.openExternal(of('container', id))).known?.unnamed).toEqual(expect.arrayContaining([{ name: unnamed[0], state: 'there' }, { name: unnamed[1], state: 'absent' }]));
    await engine.raw('DELETE', `/containers/${sharing}?force=true`);
    await engine.raw('DELETE', `/volumes/${unnamed[0]}`);
  });

  test('leaves every volume where one of those that nobody named is attached', async () => {
    const { id, unnamed, there } = await mountingContainer();
    await attach('volume', unnamed[0] ?? '');

    const step = await takeOverOnOwnWord(id);
    expect(step?.kept).toContain(`All unnamed volumes that it mounts too, as not all of them are this console’s: ${unnamed[0]?.slice(0, 12)}.`);
    valueOf(await one.requests.runExternalStep({ ...of('container', id), step: 'remove_container' }));

    expect(await there()).toEqual([true, true, true]);
    for (const volume of unnamed) await engine.raw('DELETE', `/volumes/${volume}`);
  });

  test('leaves one that was taken over by itself to its own step', async () => {
    const { id, unnamed: [own = '', beside = ''], there } = await mountingContainer();
    const step = await takeOverOnOwnWord(id);
    expect(step?.kept).not.toContain('by a step of its own');
    await attach('volume', own);
    const { subject } = valueOf(await one.requests.openExternal(of('volume', own)));
    valueOf(await one.requests.takeOverAttached({ ...of('volume', own), shown: subject ?? ('' as never), owner: 'the data team' }));

    valueOf(await one.requests.runExternalStep({ ...of('container', id), step: 'remove_container' }));
    expect(await there()).toEqual([true, true, true]);
    valueOf(await one.requests.runExternalStep({ ...of('volume', own), step: 'remove_volume' }));
    expect(await there()).toEqual([true, false, true]);
    await engine.raw('DELETE', `/volumes/${beside}`);
  });
});

describe('two consoles on one engine', () => {
  test('each sees the other’s as the other’s, and neither is offered anything for it', async () => {
    const [ours, theirs] = [await prepareSample(one, testEngine(), { seat: freshSeat() }), await prepareSample(two, testEngine(), { seat: freshSeat() })];
    const [mine, other] = [await thingsOf(one, ours), await thingsOf(two, theirs)];

    for (const [host, own, foreign] of [[one, mine, other], [two, other, mine]] as const) {
      const { environments } = valueOf(await host.requests.listEnvironments({ endpoint: engine.endpoint }));
      const { volumes } = valueOf(await host.requests.listThings({ endpoint: engine.endpoint }));
      expect(environments.find(({ id }) => id === own.container)).toMatchObject({ custody: 'ours' });
      expect(environments.find(({ id }) => id === foreign.container)).toMatchObject({ custody: 'other', claims: true });
      expect(volumes.find(({ name }) => name === foreign.work)?.standing).toMatchObject({ group: 'other', isAnothers: true });
      const { subject } = valueOf(await host.requests.openExternal(of('container', foreign.container)));
      expect(refusalOf(await host.requests.attach({ ...of('container', foreign.container), shown: subject ?? ('' as never) }))).toMatchObject({ code: 'not_ours' });
    }

    for (const [host, binding] of [[one, ours], [two, theirs]] as const) for (const step of ['remove_container', 'remove_work', 'remove_state'] as const) valueOf(await host.requests.runTeardownStep({ binding, step }));
  });
});

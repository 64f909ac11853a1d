import { describe, expect, test } from 'vitest';
import type { Task } from '../../shared/bridge-values.ts';
import { instantOf, type Digest } from '../../shared/ids.ts';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused } from '../../shared/result.ts';
import { createCustodyStore } from '../../renderer/stores/custody-store.ts';
import { shownEnvironments, createEnvironmentsStore } from '../../renderer/stores/environments-store.ts';
import { createFrameStore } from '../../renderer/stores/frame-store.ts';
import { valueOf } from '../../renderer/stores/loaded.ts';
import { createProjectionStore, manifestRowAt } from '../../renderer/stores/projection-store.ts';
import { createWorkerStore } from '../../renderer/stores/worker-store.ts';
import { createWorkersStore, shownWorkers } from '../../renderer/stores/workers-store.ts';
import { eventually } from '../support/eventually.ts';
import { createFakeBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { labEndpoint, lostEndpoint } from '../support/fake-bridge/engines.ts';

const settle = (milliseconds = 20): Promise<void> => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
const asked = (bridge: FakeBridge, method: string): number => bridge.calls.filter((call) => call.method === method).length;
const workerAt = async (bridge: FakeBridge, seat: string) => {
  const row = (await bridge.listWorkers({})).find((each) => each.seat === seat);
  if (!row) throw new TypeError(`no worker ${seat} in this scene`);
  return row.binding;
};

describe('the frame', () => {
  const task: Task = { id: 'one', label: 'Deliver 7 files', done: 1, total: 7, unit: 'files', cancellable: true, state: 'running', detail: '' };

  test('shows what was announced, not an older answer that came after it', async () => {
    const bridge = createFakeBridge('ordinary');
    const frame = await bridge.frame({});
    const store = createFrameStore(bridge);

    store.getState().watch();
    bridge.announce('frameChanged', { ...frame, unconfirmed: [] });
    await settle();

    expect(store.getState().frame?.unconfirmed).toEqual([]);
  });

  test('keeps a task while it runs, and its refusal until it is put away', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createFrameStore(bridge);
    store.getState().watch();
    await settle();

    bridge.announce('taskChanged', task);
    bridge.announce('taskChanged', { ...task, done: 3 });
    expect(store.getState().frame?.tasks.map(({ done }) => done)).toEqual([3]);

    bridge.announce('taskChanged', { ...task, state: 'refused', refusal: refusal('cancelled', 'Stopped by you.', 'Deliver again.') });
    expect(store.getState().frame?.tasks).toEqual([]);
    expect(store.getState().refusedTasks.map(({ id }) => id)).toEqual(['one']);

    store.getState().dismissTask('one');
    expect(store.getState().refusedTasks).toEqual([]);
  });

  test('follows the size of the ledger without asking', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createFrameStore(bridge);
    store.getState().watch();
    await settle();

    bridge.announce('ledgerGrew', { size: 4_711 });

    expect(store.getState().frame?.ledger.size).toBe(4_711);
    expect(asked(bridge, 'frame')).toBe(1);
  });
});

describe('the workers', () => {
  test('are read again after an announcement, once for many, and not at all when nobody looks', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createWorkersStore(bridge);
    const leave = store.getState().watch();
    await settle();

    for (let size = 1; size <= 200; size += 1) bridge.announce('ledgerGrew', { size });
    await settle(200);
    expect(asked(bridge, 'listWorkers')).toBeLessThanOrEqual(3);

    leave();
    const before = asked(bridge, 'listWorkers');
    bridge.announce('ledgerGrew', { size: 1 });
    await settle(200);
    expect(asked(bridge, 'listWorkers')).toBe(before);
    expect(bridge.listeners('ledgerGrew')).toBe(0);
  });

  test('show the open ones first, and all on demand', async () => {
    const rows = await createFakeBridge('ordinary').listWorkers({});

    expect(shownWorkers(rows, 'open').map(({ seat }) => seat)).not.toContain('scout@atlas');
    expect(shownWorkers(rows, 'all')).toHaveLength(rows.length);
  });
});

describe('a worker’s page', () => {
  test('keeps a refused launch at the launch, and nowhere else', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createWorkerStore(bridge, await workerAt(bridge, 'tester@atlas'));
    const no = refusal('blocked', 'A process runs here.', 'Wait until it has ended.');
    bridge.answerWith('launch', async () => refused(no));

    await store.getState().launch({ argv: ['/bin/true'], workingDirectory: '/workspace/task', environmentNames: [] });

    expect([...store.getState().refusals]).toEqual([['launch', no]]);
  });

  test('says so when there is no such worker', async () => {
    const bridge = createFakeBridge('empty');
    const store = createWorkerStore(bridge, '0'.repeat(32) as Awaited<ReturnType<typeof workerAt>>);
    store.getState().watch();
    await settle();

    expect(store.getState().worker).toMatchObject({ phase: 'refused', refusal: { code: 'not_found' } });
  });
});

describe('custody', () => {
  test('runs one step, and shows the next one ready only after the absence was seen', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createCustodyStore(bridge, await workerAt(bridge, 'writer@atlas'));
    const leave = store.getState().watch();
    await settle();
    const kinds = (): readonly string[] => valueOf(store.getState().plan)?.steps.map(({ state }) => state.kind) ?? [];
    expect(kinds()).toEqual(['verified', 'verified', 'ready', 'locked', 'locked']);

    await store.getState().runStep('remove_work');

    expect(kinds()).toEqual(['verified', 'verified', 'verified', 'ready', 'locked']);
    leave();
  });

  test('asks nothing again by itself while a step is unconfirmed', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createCustodyStore(bridge, await workerAt(bridge, 'migrator@harbor'));
    const leave = store.getState().watch();
    await settle();

    await store.getState().lookAgain();

    expect(valueOf(store.getState().plan)?.steps[1]?.state.kind).toBe('unconfirmed');
    expect(asked(bridge, 'runTeardownStep')).toBe(0);
    leave();
  });
});

describe('files on their way in', () => {
  test('of 10,000 are read a page at a time, each page once', async () => {
    const bridge = createFakeBridge('far-too-much');
    const binding = await workerAt(bridge, 'worker-0@team-0');
    const worker = await bridge.openWorker({ binding });
    const manifest = worker.ok ? worker.value.binding.projections[0]?.manifest : undefined;
    const store = createProjectionStore(bridge, binding);
    if (!manifest) throw new TypeError('the first worker has no manifest');

    store.getState().show(manifest);
    store.getState().need(0, 40);
    store.getState().need(9_950, 9_999);
    store.getState().need(9_960, 9_999);
    await settle();

    expect(asked(bridge, 'readManifest')).toBe(2);
    expect(manifestRowAt(store.getState().rows, 9_999)?.entry.path).toContain('file-09999');
    expect(manifestRowAt(store.getState().rows, 5_000)).toBeUndefined();
  });

  test('are staged first, and shown before anything is delivered', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createProjectionStore(bridge, await workerAt(bridge, 'tester@atlas'));

    await store.getState().choose('files');
    await store.getState().stage();
    await settle();

    expect(store.getState().selection).toBeNull();
    expect(store.getState().rows.total).toBe(3);
    expect(asked(bridge, 'deliver')).toBe(0);
  });

  test('with a finding decided go on with the manifest that is answered; after a refusal with the one shown', async () => {
    const bridge = createFakeBridge('ordinary');
    const binding = await workerAt(bridge, 'builder@atlas');
    const worker = await bridge.openWorker({ binding });
    const manifest = worker.ok ? worker.value.binding.projections[0]?.manifest : undefined;
    if (!manifest) throw new TypeError('the worker has no manifest');
    const refusing = createProjectionStore(bridge, binding);
    const next = `sha256:${'9'.repeat(64)}` as Digest;
    const deciding = createProjectionStore({ ...bridge, decideFinding: async () => ok(next) }, binding);

    for (const store of [refusing, deciding]) {
      store.getState().show(manifest);
      await settle();
      const [first] = store.getState().findings;
      if (!first) throw new TypeError('the manifest has no finding');
      await store.getState().decide(first.id, { way: 'drop' });
    }

    expect(refusing.getState().manifest).toBe(manifest);
    expect([...refusing.getState().refusals.values()].map(({ code }) => code)).toEqual(['unsupported']);
    expect(deciding.getState().manifest).toBe(next);
    expect(deciding.getState().findings).toHaveLength(2);
  });
});

describe('environments', () => {
  test('of a thousand are told apart by whose they are and found by any of their words', async () => {
    const bridge = createFakeBridge('far-too-much');
    const listing = await bridge.listEnvironments({ endpoint: labEndpoint });
    const rows = listing.ok ? listing.value.environments : [];

    expect(shownEnvironments(rows, 'ours', '').every(({ custody }) => custody === 'ours')).toBe(true);
    expect(shownEnvironments(rows, 'all', 'service-17').length).toBeGreaterThan(1);
    expect(shownEnvironments(rows, 'other', 'worker-0@team-0')).toEqual([]);
  });

  test('are read again where something changed, and only there: renamed, gone and new ones', async () => {
    const fake = createFakeBridge('ordinary');
    const listed = await fake.listEnvironments({ endpoint: labEndpoint });
    let rows = listed.ok ? listed.value.environments : [];
    const questions: unknown[] = [];
    const listEnvironments: FakeBridge['listEnvironments'] = async (question) => {
      questions.push(question.only);
      return ok({ environments: rows.filter(({ id }) => question.only?.includes(id) ?? true), readAt: instantOf(0) });
    };
    const store = createEnvironmentsStore({ ...fake, on: fake.on.bind(fake), listEnvironments }, labEndpoint);
    store.getState().watch();
    await settle();
    const [first, second, ...others] = rows;
    if (!first || !second) throw new TypeError('the scene has too few containers');

    const added = { ...first, id: 'f'.repeat(64), name: 'added' };
    rows = [added, { ...first, name: 'renamed' }, ...others];
    for (const { id } of [first, second, added]) fake.announce('engineChanged', { endpoint: labEndpoint, container: id });

    await eventually(() => expect(valueOf(store.getState().listing)?.environments).toEqual(rows));
    expect(questions).toEqual([undefined, [first.id], [second.id, added.id]]);

    fake.announce('engineChanged', { endpoint: labEndpoint });
    await eventually(() => expect(questions.at(-1)).toBeUndefined());
  });

  test('of an engine that does not answer are a refusal, not an empty list', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createEnvironmentsStore(bridge, lostEndpoint);
    store.getState().watch();
    await settle();

    expect(store.getState().listing).toMatchObject({ phase: 'refused', refusal: { code: 'engine_unreachable' } });
  });
});

import { describe, expect, test } from 'vitest';
import { createArtifactsStore } from '../../renderer/stores/artifacts-store.ts';
import { loading } from '../../renderer/stores/loaded.ts';
import type { BindingId } from '../../shared/ids.ts';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused } from '../../shared/result.ts';
import { createFakeBridge, type FakeBridge } from '../support/fake-bridge.ts';

const exportedFrom = async (bridge: FakeBridge): Promise<{ readonly binding: BindingId; readonly path: string }> => {
  for (const { binding } of await bridge.listWorkers({})) {
    const opened = await bridge.openWorker({ binding });
    const left = opened.ok ? opened.value.binding.artifacts.find(({ exported }) => exported && 'destination' in exported.value) : undefined;
    if (left) return { binding, path: left.path };
  }
  throw new TypeError('no worker of this scene has exported anything');
};

const artifactOf = async (bridge: FakeBridge, { binding, path }: { readonly binding: BindingId; readonly path: string }) => {
  const opened = await bridge.openWorker({ binding });
  return opened.ok ? opened.value.binding.artifacts.find((artifact) => artifact.path === path) : undefined;
};

describe('results', () => {
  test('are checked again where they went, beside their export', async () => {
    const bridge = createFakeBridge('ordinary');
    const left = await exportedFrom(bridge);
    const store = createArtifactsStore(bridge, left.binding);

    await store.getState().checkAgain(left.path);

    expect(store.getState().refusals.size).toBe(0);
    expect((await artifactOf(bridge, left))?.checked?.value).toMatchObject({ outcome: 'matches' });
  });

  test('that cannot be checked say so at their own path', async () => {
    const bridge = createFakeBridge('ordinary');
    bridge.answerWith('checkPublished', async () => refused(refusal('unsafe_file', 'It cannot be read.', 'Look.')));
    const { binding, path } = await exportedFrom(bridge);
    const store = createArtifactsStore(bridge, binding);

    await store.getState().checkAgain(path);

    expect([...store.getState().refusals.keys()]).toEqual([`check ${path}`]);
  });
});

describe('a preview', () => {
  test('is there at once as being read, then with what it shows', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createArtifactsStore(bridge, (await exportedFrom(bridge)).binding);

    const opening = store.getState().openPreview('/workspace/task/chart.png');
    expect(store.getState().preview).toEqual({ path: '/workspace/task/chart.png', shown: loading });
    await opening;

    expect(store.getState().preview?.shown).toMatchObject({ phase: 'ready', value: { kind: 'image' } });
  });

  test('is never that of a file that was asked for before, or was closed', async () => {
    const bridge = createFakeBridge('ordinary');
    const store = createArtifactsStore(bridge, (await exportedFrom(bridge)).binding);
    const answers: (() => void)[] = [];
    bridge.answerWith('previewGuestFile', ({ path }) => new Promise((resolve) => { answers.push(() => { resolve(ok({ kind: 'none', says: path })); }); }));

    const opened = [store.getState().openPreview('/workspace/a'), store.getState().openPreview('/workspace/b')];
    for (const answer of answers.toReversed()) answer();
    await Promise.all(opened);
    expect(store.getState().preview).toMatchObject({ path: '/workspace/b', shown: { value: { says: '/workspace/b' } } });

    const late = store.getState().openPreview('/workspace/c');
    store.getState().closePreview();
    answers.at(-1)?.();
    await late;
    expect(store.getState().preview).toBeNull();
  });
});

describe('the guest’s files', () => {
  test('are not waited for any more once reading them broke off', async () => {
    const bridge = createFakeBridge('ordinary');
    bridge.answerWith('listGuestFiles', async () => { throw new TypeError('the bridge is gone'); });
    const store = createArtifactsStore(bridge, (await exportedFrom(bridge)).binding);

    await store.getState().browse();

    expect(store.getState().guestFiles).toMatchObject({ phase: 'refused', refusal: { says: 'It could not be read: the bridge is gone.' } });
  });
});

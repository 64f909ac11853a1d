import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { EffectToken } from '../../electron/host/attempts/effect-token.ts';
import type { EngineMutations } from '../../electron/host/attempts/mutations.ts';
import { guardedMutations } from '../../electron/host/custody/guarded-mutations.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aboutExternal, anAttachment, receiptsFrom, theEndpoint, theEngine, theFirstEpoch } from '../support/builders.ts';

const container = 'c'.repeat(64);
const network = 'a'.repeat(64);
const token: EffectToken = { attempt: '1' as never, operation: 'create_volume', epoch: 1 };
const world = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...anAttachment(aboutExternal(container, 'container')), ...anAttachment(aboutExternal(network, 'network')), ...anAttachment(aboutExternal('data'))]));

const containerRequest = (volume: string): Parameters<EngineMutations['createContainer']>[1] => ({
  name: 'bw', labels: {}, imageId: 'sha256:1', command: [], workingDirectory: '/', user: { uid: 1, gid: 1 },
  volumes: [{ name: volume, path: '/workspace' }], tmpfs: [], resources: { cpuMilli: 1, memoryBytes: 1, pids: 1 }, network: 'none',
});

/** For each change that names something: the same change of something that is attached, and of something that is not. */
const changes: Readonly<Record<Exclude<keyof EngineMutations, 'buildImage' | 'pullImage' | 'removeImage' | 'createNetwork'>, (mutations: EngineMutations, isAttached: boolean) => ReturnType<EngineMutations['removeVolume']>>> = {
  createVolume: (mutations, isAttached) => mutations.createVolume(token, { name: isAttached ? 'data' : 'free', labels: {} }),
  createContainer: (mutations, isAttached) => mutations.createContainer(token, containerRequest(isAttached ? 'data' : 'free')),
  putArchive: (mutations, isAttached) => mutations.putArchive(token, { container: isAttached ? container : 'd'.repeat(64), folder: '/' }, Readable.from([])),
  startContainer: (mutations, isAttached) => mutations.startContainer(token, isAttached ? container : 'd'.repeat(64)),
  stopContainer: (mutations, isAttached) => mutations.stopContainer(token, isAttached ? container : 'd'.repeat(64), { seconds: 1 }),
  removeContainer: (mutations, isAttached) => mutations.removeContainer(token, isAttached ? container : 'd'.repeat(64), 'unnamed_too'),
  removeNetwork: (mutations, isAttached) => mutations.removeNetwork(token, isAttached ? network : 'e'.repeat(64)),
  removeVolume: (mutations, isAttached) => mutations.removeVolume(token, isAttached ? 'data' : 'free'),
};

/** An engine that notes what it is asked. */
function listening(): { readonly asked: string[]; readonly mutations: EngineMutations } {
  const asked: string[] = [];
  const answer = (name: string) => async () => {
    asked.push(name);
    return { kind: 'applied', status: 204 } as const;
  };
  const methods = [...Object.keys(changes), 'buildImage'];
  return { asked, mutations: Object.fromEntries(methods.map((name) => [name, answer(name)])) as unknown as EngineMutations };
}

describe('a change that names something attached', () => {
  test.each(Object.entries(changes))('%s never reaches the engine, whatever attempt asks for it', async (_name, change) => {
    const { asked, mutations } = listening();

    const answer = await change(guardedMutations(() => mutations, () => world)(theEndpoint, theEngine), true);

    expect(answer).toMatchObject({ kind: 'not_sent', says: expect.stringContaining('is not ours: it is attached') });
    expect(asked).toEqual([]);
  });

  test.each(Object.entries(changes))('%s of anything else goes through', async (name, change) => {
    const { asked, mutations } = listening();

    expect(await change(guardedMutations(() => mutations, () => world)(theEndpoint, theEngine), false)).toMatchObject({ kind: 'applied' });
    expect(asked).toEqual([name]);
  });

  test('on another engine the same name is another thing', async () => {
    const { asked, mutations } = listening();

    await changes.removeVolume(guardedMutations(() => mutations, () => world)(theEndpoint, 'ENGINE:TWO' as never), true);

    expect(asked).toEqual(['removeVolume']);
  });

  test('a guest is not joined to an attached network either', async () => {
    const { asked, mutations } = listening();
    const joining = { ...containerRequest('free'), network: { id: network, hostName: 'console', host: '10.0.0.1', dead: '10.0.0.14' } };

    expect(await guardedMutations(() => mutations, () => world)(theEndpoint, theEngine).createContainer(token, joining)).toMatchObject({ kind: 'not_sent' });
    expect(asked).toEqual([]);
  });
});

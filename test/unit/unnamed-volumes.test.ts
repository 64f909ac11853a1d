import { describe, expect, test } from 'vitest';
import { askToRemove, askToStop, verifyAbsence } from '../../electron/host/custody/engine-steps.ts';
import { unnamedAmong, unnamedAtRemoval } from '../../electron/host/custody/unnamed-volumes.ts';
import { keyOfExternal } from '../../shared/external.ts';
import { externalPlan } from '../../shared/external-plan.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import type { Seen } from '../../shared/teardown-plan.ts';
import { lostUnasked, saysOfUnnamed, volumesOfRemoved, withUnnamed, type UnnamedVolumes } from '../../shared/unnamed-volumes.ts';
import { emptyWorld } from '../../shared/world.ts';
import { digestOf } from '../../electron/host/ledger/digest.ts';
import { aboutExternal, anAttachment, anAttemptId, anEffect, anInstant, anObservation, aTransfer, receiptsFrom, theEndpoint, theEngine, theFirstEpoch } from '../support/builders.ts';
import { aJournal } from '../support/ledgers.ts';

const [attached, other] = ['a'.repeat(64), 'b'.repeat(64)];
const world = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...anAttachment(aboutExternal(attached))]));
const words = { lost: 'The container.', kept: 'Its image.' };
const seenWith = (unnamed: Partial<UnnamedVolumes>): Seen => ({ kind: 'there', running: false, usedBy: [], unnamed: { names: [], spared: [], apart: [], used: [], ...unnamed } });

describe('the volumes of a container that nobody named', () => {
  test('are told by their names, and go with it unless one of them is not this console’s', () => {
    expect(unnamedAmong(world, theEngine, ['data', other], [])).toEqual({ names: [other], spared: [], apart: [], used: [] });
    expect(unnamedAmong(world, theEngine, ['data', other, attached], [])).toEqual({ names: [other, attached], spared: [attached], apart: [], used: [] });
    expect(volumesOfRemoved({ names: [other], spared: [], apart: [], used: [] })).toBe('unnamed_too');
    expect(volumesOfRemoved({ names: [other, attached], spared: [attached], apart: [], used: [] })).toBe('all_stay');
  });

  test('are named before the container is removed: as lost, or as what stays', () => {
    expect(withUnnamed(words, seenWith({}))).toEqual(words);
    expect(withUnnamed(words, { kind: 'gone' })).toEqual(words);
    expect(withUnnamed(words, seenWith({ names: [other] }))).toEqual({ lost: 'The container. With it goes everything in the unnamed volumes that it mounts: bbbbbbbbbbbb.', kept: 'Its image.' });
    expect(withUnnamed(words, seenWith({ names: [other, attached], spared: [attached] }))).toEqual({ lost: 'The container.', kept: 'Its image. All unnamed volumes that it mounts too, as not all of them are this console’s: aaaaaaaaaaaa.' });
  });

  test('are not called lost where another container mounts them: the engine leaves those there, and the words say for whom', () => {
    const shared = unnamedAmong(world, theEngine, ['data', other, 'c'.repeat(64)], [{ name: 'db', volumes: [other] }, { name: 'web', volumes: ['data'] }]);

    expect(shared.used).toEqual([{ name: other, by: ['db'] }]);
    expect(withUnnamed(words, seenWith(shared))).toEqual({ lost: 'The container. With it goes everything in the unnamed volumes that it mounts: cccccccccccc.', kept: 'Its image. The unnamed volumes that others mount, too: bbbbbbbbbbbb (db).' });
    expect(withUnnamed(words, seenWith({ names: [other], used: shared.used }))).toMatchObject({ lost: 'The container.' });
  });
});

describe('a volume that nobody named, and that was taken over by itself', () => {
  const both = foldWorld(world, receiptsFrom([...aTransfer(aboutExternal(other))], world.size));
  const seen = unnamedAmong(both, theEngine, [other, 'c'.repeat(64)], []);

  test('stays when its container is removed, in words: it goes by its own step, and its page tells of that', () => {
    expect(seen).toMatchObject({ spared: [], apart: [other] });
    expect(volumesOfRemoved(seen)).toBe('all_stay');
    expect(withUnnamed(words, seenWith(seen))).toEqual({ lost: 'The container.', kept: 'Its image. All unnamed volumes that it mounts too, as what was taken over by itself goes by a step of its own: bbbbbbbbbbbb.' });
    expect(lostUnasked({ ...seenWith(seen), goesWithProcess: true } as Seen)).toEqual([other]);
  });

  test('is no reason any more once it is verified absent', () => {
    const gone = foldWorld(both, receiptsFrom([anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutExternal(other))], both.size));

    expect(unnamedAmong(gone, theEngine, [other], []).apart).toEqual([]);
  });
});

describe('a container that its engine removes when its process ends', () => {
  const container = aboutExternal('e'.repeat(64), 'container');
  const taken = foldWorld(world, receiptsFrom(aTransfer(container), world.size));
  const running = (unnamed: Partial<UnnamedVolumes>): Seen => ({ ...seenWith(unnamed), running: true, goesWithProcess: true }) as Seen;
  const stopOf = (seen: Seen, from = taken) => {
    const known = from.externals.get(keyOfExternal(container));
    return known && externalPlan(known, seen, new Set(), 'lab')[0];
  };

  test('says at its stop what goes with its process, and what others keep', () => {
    const used = [{ name: attached, by: ['db'] }];

    expect(stopOf(running({ names: [other, attached], used }))).toMatchObject({ state: { kind: 'ready' }, lost: expect.stringMatching(/its engine removes it when its process ends\. With it goes everything in the unnamed volumes that it mounts: bbbbbbbbbbbb\.$/) as string, kept: expect.stringContaining('aaaaaaaaaaaa (db)') as string });
    expect(stopOf({ ...running({ names: [other] }), goesWithProcess: false } as Seen)).toMatchObject({ lost: 'The running process and everything in its memory.' });
  });

  test('is not stopped while something that is not this console’s would go with it', () => {
    expect(stopOf(running({ names: [other, attached], spared: [attached] }))).toMatchObject({ state: { kind: 'blocked', refusal: { code: 'not_ours', says: expect.stringContaining('aaaaaaaaaaaa') as string } } });
    expect(stopOf(running({ names: [attached], spared: [attached], used: [{ name: attached, by: ['db'] }] }))).toMatchObject({ state: { kind: 'ready' } });
  });

  test('is said to have gone after this console stopped it, and what became of its volumes is read then', async () => {
    const { journal } = aJournal();
    journal.appendAll(aTransfer(container));
    const thing = { endpoint: theEndpoint, engine: theEngine, about: container, kind: 'container', name: 'db', id: container.id, identity: undefined } as const;
    const asked: Parameters<Parameters<typeof askToStop>[0]['attempts']['run']>[0][] = [];
    await askToStop({ attempts: { run: async (request: (typeof asked)[number]) => { asked.push(request); return undefined; } } as never }, thing, running({ names: [other] }));
    const params = asked[0]?.params ?? {};
    const [intent, settled] = anEffect('stop_container', container, anAttemptId(1));
    journal.append({ ...intent, body: { ...intent?.body, params: digestOf(params) } } as never, [params]);
    if (settled) journal.append(settled);

    expect(stopOf({ kind: 'gone' }, journal.world)).toMatchObject({ state: { kind: 'already_gone', says: expect.stringContaining('this console stopped it and did not ask for its removal') as string } });
    expect(unnamedAtRemoval(journal, container)).toEqual([other]);
  });

  test('is not said to have been stopped, or seen then, where the answer was lost and it was found gone', () => {
    const { journal } = aJournal();
    const [intent, settled] = anEffect('stop_container', container, anAttemptId(1));
    const found = { kind: 'reading', of: 'container', found: 'absent: it does not run', at: anInstant() };
    journal.appendAll([...aTransfer(container), ...(intent ? [intent] : []), { ...settled, body: { ...settled?.body, evidence: [found] } } as never]);
    const external = journal.world.externals.get(keyOfExternal(container));
    const takenAt = external && 'at' in external.custody ? external.custody.at : undefined;

    expect(stopOf({ kind: 'gone' }, journal.world)).toMatchObject({ state: { kind: 'already_gone', lastSeen: takenAt, says: expect.stringContaining('and this console asked to stop it, found it gone, and did not ask for its removal') as string } });
  });
});

describe('after their container was removed', () => {
  const container = aboutExternal('e'.repeat(64), 'container');
  const reader = {
    identity: async () => ({ engine: theEngine }),
    inspectContainer: async () => null, listContainers: async () => [],
    inspectVolume: async (name: string) => (name === other ? { name } : null), listVolumes: async () => [{ name: other }],
  };

  test('each is read by itself, and what was read is in the receipt and in the words of the step', async () => {
    const { journal } = aJournal();
    journal.appendAll(aTransfer(container));
    const taken = { endpoint: theEndpoint, engine: theEngine, about: container, kind: 'container', name: 'db', id: container.id, identity: undefined } as const;
    const asked: Parameters<Parameters<typeof askToRemove>[0]['attempts']['run']>[0][] = [];
    await askToRemove({ attempts: { run: async (request: (typeof asked)[number]) => { asked.push(request); return undefined; } } as never }, taken, seenWith({ names: [attached, other] }));
    const { params, ...intent } = { params: asked[0]?.params ?? {}, kind: 'intent', attempt: anAttemptId(1), operation: 'remove_container', epoch: 1, deadline: '2026-01-01T00:01:00.000Z' } as const;
    journal.append({ actor: { class: 'adm', id: 'operator' }, about: container, body: { ...intent, params: digestOf(params) } } as never, [params]);

    expect(await verifyAbsence({ journal, readers: { at: () => reader } as never }, taken)).toMatchObject({ ok: true });

    const known = journal.world.externals.get(keyOfExternal(container));
    expect(known?.unnamed).toEqual([{ name: attached, state: 'absent' }, { name: other, state: 'there' }]);
    const says = known && externalPlan(known, { kind: 'gone' }, new Set(), 'lab').map(({ state }) => ('says' in state ? state.says : ''));
    expect(says?.[1]).toBe('asked, and verified absent; of its unnamed volumes verified absent: aaaaaaaaaaaa; of its unnamed volumes still there: bbbbbbbbbbbb');
  });

  test('nothing is said of any where none was read', () => {
    expect(saysOfUnnamed(undefined)).toBe('');
  });
});

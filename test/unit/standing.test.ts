import { describe, expect, test } from 'vitest';
import { attachBar } from '../../electron/host/custody/attach.ts';
import { anotherVolume } from '../../electron/host/placement/identity.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { custodyClassOf } from '../../shared/custody-class.ts';
import { barredBy } from '../../shared/custody.ts';
import { keyOfExternal } from '../../shared/external.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { engineIdSchema } from '../../shared/ids.ts';
import { labelKeys, resourceLabels } from '../../shared/naming.ts';
import { operationNames } from '../../shared/operations.ts';
import { permissionFor } from '../../shared/permission-table.ts';
import { serviceSigns, volumeSigns } from '../../shared/service-signs.ts';
import { consoleItself, operator } from '../../shared/receipt.ts';
import { standingsOn, type Sighting } from '../../shared/standing.ts';
import { untouchableOn } from '../../shared/untouchable.ts';
import { emptyWorld, type World } from '../../shared/world.ts';
import {
  aBindingId, aboutBinding, aboutProjection, aboutExternal, aboutResource, aDigest, anAttachment, anAttemptId, anEffect, anInstant, anIntent, anObservation, aRequest, aTransfer, decided, hexOf, receiptsFrom, theEndpoint, theEngine, theFirstEpoch, theInstallation, theSeat,
} from '../support/builders.ts';

const worldOf = (...entries: readonly Entry[]): World => foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...entries]));
const standingOf = (world: World, sighting: Partial<Sighting> = {}) => standingsOn(world, theEngine)({ resource: 'volume', id: 'data', labels: {}, signs: [], ...sighting });

const made = [aRequest(), ...anEffect('create_volume', aboutResource('work'), anAttemptId()), anObservation('present', { id: 'bw-work', created: '2026' }, aboutResource('work'))];
const aRelease = (subject = aDigest(63)) => [anObservation('proposed', { act: 'release', subject, to: 'anyone' }, aboutBinding()), decided('release', aboutBinding(), subject)];

describe('an application’s service is told by what the engine says of it', () => {
  test.each([
    ['Compose', { 'com.docker.compose.project': 'shop' }, 'it belongs to the Compose project “shop”'],
    ['Swarm', { 'com.docker.swarm.service.name': 'web' }, 'it is a task of the Swarm service “web”'],
    ['Kubernetes', { 'io.kubernetes.pod.name': 'api-0' }, 'it belongs to the Kubernetes pod “api-0”'],
    ['systemd', { PODMAN_SYSTEMD_UNIT: 'db.service' }, 'systemd runs it as db.service'],
  ])('the labels of %s', (_name, labels, says) => {
    expect(serviceSigns({ labels, ports: [] })).toEqual([says]);
    expect(volumeSigns(labels, [])).toEqual([says]);
  });

  test('ports of the machine, and being started again by the engine', () => {
    expect(serviceSigns({ labels: {}, ports: [80, 443], restart: 'always' })).toEqual(['ports of the machine lead to it: 80, 443', 'the engine starts it again by itself (always)']);
    expect(serviceSigns({ labels: { mine: 'yes' }, ports: [], restart: 'no' })).toEqual([]);
  });

  test('a volume is one where a service mounts it', () => {
    expect(volumeSigns({}, ['postgres'])).toEqual(['postgres mounts it, which is a service']);
  });
});

describe('whose something on an engine is', () => {
  test('what shows no owner is offered for attaching, what shows a service is not', () => {
    expect(standingOf(worldOf())).toEqual({ group: 'attachable', why: [] });
    expect(standingOf(worldOf(), { signs: ['ports of the machine lead to it: 80'] })).toEqual({ group: 'other', why: ['ports of the machine lead to it: 80'] });
  });

  test('what this console made is ours, with the worker it was made for', () => {
    expect(standingOf(worldOf(...made), { id: 'bw-work' })).toEqual({ group: 'ours', owner: { binding: aBindingId(), seat: theSeat }, why: [] });
  });

  test('another console’s labels keep it from being offered at all, our own labels alone do not make it ours', () => {
    const anothers = standingOf(worldOf(), { labels: { [labelKeys.installation]: hexOf(0xbad) } });
    const claimed = standingOf(worldOf(), { labels: { [labelKeys.installation]: theInstallation } });

    expect(anothers).toMatchObject({ group: 'other', isAnothers: true });
    expect(claimed).toMatchObject({ group: 'other', why: ['it carries this console’s labels, and the ledger does not know it'] });
    expect(claimed.isAnothers).toBeUndefined();
  });

  describe('where its labels are those of an attempt that the ledger holds, and its identity is not recorded yet', () => {
    const about = aboutResource('container');
    const labels = resourceLabels({ installation: theInstallation, seat: theSeat, binding: aBindingId(), generation: 1 }, 'container', anAttemptId(), 1);
    const seen = { resource: 'container', id: 'c1', labels } as const;
    const cases: readonly (readonly [string, readonly Entry[]])[] = [
      ['applied', anEffect('create_container', about, anAttemptId())],
      ['open', [anIntent('create_container', about)]],
      ['closed as not applied', anEffect('create_container', about, anAttemptId(), 'not_applied')],
    ];

    test.each(cases)('it is said to be of that worker, and cannot be attached: %s', (_name, entries) => {
      const standing = standingOf(worldOf(aRequest(), ...entries), seen);

      expect(standing).toEqual({ group: 'other', owner: { binding: aBindingId(), seat: theSeat }, why: [expect.stringContaining('an attempt of this console about reviewer@atlas')] });
      expect(attachBar(standing)).toMatchObject({ code: 'unconfirmed', says: expect.stringContaining('reviewer@atlas') });
    });

    test('no attempt of the ledger, another role, another engine, or a thing beside the one that it made is not', () => {
      const begun = worldOf(aRequest(), ...anEffect('create_container', about, anAttemptId()));
      const unknown = { group: 'other', why: ['it carries this console’s labels, and the ledger does not know it'] };
      const seenThen = anObservation('present', { id: 'c2', created: '2026', attempt: anAttemptId() }, about);

      expect(standingOf(worldOf(aRequest()), seen)).toEqual(unknown);
      expect(standingOf(worldOf(aRequest(), ...anEffect('create_container', about, anAttemptId(), 'refused')), seen)).toEqual(unknown);
      expect(standingOf(begun, { ...seen, labels: { ...labels, [labelKeys.role]: 'network' } })).toEqual(unknown);
      expect(standingsOn(begun, engineIdSchema.parse('ENGINE:TWO'))({ ...seen, signs: [] })).toEqual(unknown);
      expect(standingOf(worldOf(aRequest(), ...anEffect('create_container', about, anAttemptId()), seenThen), seen)).toEqual(unknown);
    });

    test('what was attached or left before that was recorded is this console’s all the same, and can be taken back', () => {
      const attached = anAttachment(aboutExternal('c1', 'container'));
      const seenThen = anObservation('present', { id: 'c1', created: '2026' }, about);
      const created = [aRequest(), ...anEffect('create_container', about, anAttemptId())];

      for (const decisions of [attached, [...attached, decided('revoke', aboutExternal('c1', 'container'))]]) {
        const world = worldOf(...created, ...decisions, seenThen);
        expect(standingOf(world, seen)).toMatchObject({ group: 'ours', owner: { seat: theSeat } });
        expect(untouchableOn(world, theEngine).size).toBe(0);
      }
    });
  });

  test('a volume under the name of a worker’s own is not attached, and each is told what can be done about it', () => {
    const own = [aRequest(), ...anEffect('create_volume', aboutResource('work'), anAttemptId()), anObservation('present', { id: 'bw-work', created: '2026', attempt: anAttemptId() }, aboutResource('work'))];
    const barOf = (created: string) => attachBar(standingOf(worldOf(...own), { id: 'bw-work', created }));

    expect(barOf('2027')).toMatchObject({ code: 'blocked', todo: expect.stringContaining('Take that worker back as far as its step for this volume') });
    expect(barOf('2026')).toMatchObject({ code: 'blocked', todo: expect.stringContaining('is not told by the engine') });
    for (const created of ['2026', '2027']) expect(barOf(created)?.todo).not.toContain('preparation');
  });

  test('the step that is named for it verifies that the worker’s own is gone, after which it stands by itself', () => {
    const absent = anObservation('absent', { readings: [{ via: 'id', at: anInstant(), found: 'another' }] }, aboutResource('work'));
    const known = { id: 'bw-work', created: '2026', attempt: anAttemptId() };

    expect(anotherVolume(known, { id: 'bw-work', created: '2027' })).toBeDefined();
    expect(anotherVolume(known, { id: 'bw-work', created: '2026' })).toBeUndefined();
    expect(attachBar(standingOf(worldOf(...made, absent), { id: 'bw-work', created: '2027' }))).toBeUndefined();
  });

  test('what was released is another’s although our labels are on it', () => {
    expect(standingOf(worldOf(...made, ...aRelease()), { id: 'bw-work', labels: { [labelKeys.installation]: theInstallation } })).toMatchObject({ group: 'other', isAnothers: true, why: [expect.stringContaining('it was released to whoever holds the release on 2026-01-01')] });
  });

  test('what was taken over and released again is another’s, though this console knew it before its own', () => {
    const released = [anObservation('proposed', { act: 'release', subject: aDigest(64), to: 'anyone' }, aboutExternal()), decided('release', { kind: 'engine', engine: theEngine }, aDigest(64))];

    expect(standingOf(worldOf(...aTransfer(), ...released))).toMatchObject({ group: 'other', isAnothers: true });
  });

  test('a volume that has the name of one that was released, and was created at another time, is none that was given away', () => {
    const world = worldOf(...made, ...aRelease());

    expect(standingOf(world, { id: 'bw-work', created: '2026' })).toMatchObject({ isAnothers: true });
    expect(standingOf(world, { id: 'bw-work', created: '2027' })).toEqual({ group: 'attachable', why: [] });
  });

  test('what was attached is attached until it is left', () => {
    expect(standingOf(worldOf(...anAttachment())).group).toBe('attached');
    expect(standingOf(worldOf(...anAttachment(), decided('revoke', aboutExternal()))).group).toBe('attachable');
  });

  test('what was given to this console is ours, and said to be transferred', () => {
    expect(standingOf(worldOf(...aTransfer()), { labels: { [labelKeys.installation]: hexOf(0xbad) } })).toEqual({ group: 'ours', transferred: 'statement', why: [] });
  });
});

describe('a decision about custody', () => {
  test('takes effect only with exactly what was proposed', () => {
    const proposed = anObservation('proposed', { act: 'attach', subject: aDigest(1), endpoint: theEndpoint, identity: { id: 'data', created: '2026' }, signs: [] }, aboutExternal());

    expect(standingOf(worldOf(proposed, decided('attach', aboutExternal(), aDigest(2)))).group).toBe('attachable');
    expect(standingOf(worldOf(decided('attach', aboutExternal(), aDigest(1)))).group).toBe('attachable');
  });

  test('does not make what is ours less by attaching it', () => {
    expect(standingOf(worldOf(...aTransfer(), ...anAttachment()))).toMatchObject({ group: 'ours', transferred: 'statement' });
  });
});

describe('what is not ours', () => {
  const attached = aboutExternal('x'.repeat(3), 'container');
  const cases: readonly (readonly [string, readonly Entry[], Parameters<typeof custodyClassOf>[1], string])[] = [
    ['attached', anAttachment(attached), attached, 'attached'],
    ['attached once, and left', [...anAttachment(attached), decided('revoke', attached)], attached, 'attached'],
    ['never decided about', [], attached, 'attached'],
    ['a worker’s volume that was released', [...made, ...aRelease()], aboutResource('work'), 'released'],
    ['what would be delivered to a worker that was released', [...made, ...aRelease()], aboutProjection(), 'released'],
  ];

  test.each(cases)('no operation about it is allowed to anyone, and none starts: %s', (_name, entries, about, custody) => {
    const world = worldOf(...entries);

    expect(custodyClassOf(world, about)).toBe(custody);
    expect(operationNames.flatMap((act) => (['adm', 'agt', 'atm'] as const).flatMap((actor) => [true, false].map((policy) => permissionFor({ act, actor, custody: custodyClassOf(world, about), policy })))).every((permission) => permission === 'never')).toBe(true);
    expect(barredBy(null, world, about)).toMatchObject({ code: 'not_ours' });
  });

  test('is what was given to this console as far as more is to be begun with it than to take it back', () => {
    const world = worldOf(...aTransfer());

    expect(barredBy(null, world, aboutExternal(), { operation: 'remove_volume', actor: operator })).toBeUndefined();
    expect(barredBy(null, world, aboutExternal(), { operation: 'deliver', actor: operator })).toMatchObject({ code: 'not_ours', says: expect.stringContaining('nothing else is begun with it') });
  });

  test('is never changed by the console itself or by an agent without an approval, whatever the road', () => {
    const world = worldOf(...made);

    expect(barredBy(null, world, aboutResource('work'), { operation: 'remove_volume', actor: operator })).toBeUndefined();
    expect(barredBy(null, world, aboutResource('work'), { operation: 'remove_volume', actor: consoleItself })).toMatchObject({ says: 'Remove volume is not allowed to console with bw-work.' });
    expect(barredBy(null, world, aboutResource('work'), { operation: 'create_volume', actor: { class: 'agt', id: 'planner' } })).toMatchObject({ code: 'not_ours' });
  });

  test('is what would still be made for a worker that was given away while it was prepared', () => {
    const world = worldOf(...made, ...aRelease());

    expect(custodyClassOf(world, aboutResource('state'))).toBe('released');
    expect(custodyClassOf(worldOf(...made), aboutResource('state'))).toBe('created');
    expect(barredBy(null, world, aboutResource('state'))).toMatchObject({ code: 'not_ours', says: expect.stringContaining('it was released to') });
  });

  test('is not what was staged here for a worker that was released: that goes to nobody with it', () => {
    const world = worldOf(...made, ...aRelease());

    expect(custodyClassOf(world, aboutBinding())).toBe('created');
    expect(barredBy(null, world, aboutBinding())).toBeUndefined();
  });

  test('is named to the guard of every change, what was given to us is not', () => {
    const world = worldOf(...made, ...aRelease(), ...anAttachment(attached), ...aTransfer(aboutExternal('given')));

    expect([...untouchableOn(world, theEngine).keys()].sort()).toEqual([`container ${attached.id}`, 'volume bw-work']);
  });

  test('that was given back to us may be taken back', () => {
    const world = worldOf(...made, ...aRelease(), ...aTransfer(aboutExternal('bw-work')));

    expect(untouchableOn(world, theEngine).size).toBe(0);
    expect(barredBy(null, world, aboutExternal('bw-work'))).toBeUndefined();
  });
});

test('what an attempt does to something transferred is kept with it', () => {
  const about = aboutExternal('given');
  const world = worldOf(...aTransfer(about), ...anEffect('remove_volume', about, anAttemptId()), anObservation('absent', { readings: [{ via: 'id', at: '2026-01-01T00:00:00.000Z' as never }] }, about));

  expect(world.externals.get(keyOfExternal(about))).toMatchObject({ removal: { settlement: { disposition: 'applied' } }, absent: { value: [{ via: 'id' }] } });
});

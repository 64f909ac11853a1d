import { describe, expect, test } from 'vitest';
import { attachBar, leave, leaveBar } from '../../electron/host/custody/attach.ts';
import { verifyAbsence } from '../../electron/host/custody/engine-steps.ts';
import { lookAtExternal } from '../../electron/host/custody/look-at-external.ts';
import { lookAtResources } from '../../electron/host/custody/look-at-resources.ts';
import { sameAsStated } from '../../electron/host/custody/take-over.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import type { Binding } from '../../shared/binding.ts';
import { externalPlan } from '../../shared/external-plan.ts';
import { isTakenOver, keyOfExternal, type External } from '../../shared/external.ts';
import { labelKeys } from '../../shared/naming.ts';
import { standingsOn, type Sighting } from '../../shared/standing.ts';
import { teardownPlan } from '../../shared/teardown-plan.ts';
import { untouchableOn } from '../../shared/untouchable.ts';
import { aBindingId, aboutExternal, aboutResource, anAttachment, anAttemptId, anEffect, anObservation, aRequest, aTransfer, aWorkerSpec, theEndpoint, theEngine } from '../support/builders.ts';
import { aJournal } from '../support/ledgers.ts';

type Journal = ReturnType<typeof aJournal>['journal'];

interface OnEngine {
  readonly containers?: readonly object[];
  readonly networks?: readonly object[];
  readonly volumes?: readonly object[];
}

/** An engine that has these things, each found by its id and by its name. */
function engineWith({ containers = [], networks = [], volumes = [] }: OnEngine) {
  const find = (things: readonly object[]) => async (asked: string) => things.find((thing) => ('id' in thing && thing.id === asked) || ('name' in thing && thing.name === asked)) ?? null;
  const reader = {
    identity: async () => ({ engine: theEngine }),
    inspectContainer: find(containers), inspectNetwork: find(networks), inspectVolume: find(volumes),
    listContainers: async () => containers, listNetworks: async () => networks, listVolumes: async () => volumes,
  };
  return { readers: { at: () => reader } as never, reader: reader as never };
}

describe('a thing of a worker whose name belongs to another one now', () => {
  const known = { container: { id: 'c'.repeat(64), created: 'then', imageId: 'sha256:i', attempt: anAttemptId(3) }, network: { id: 'd'.repeat(64), created: 'then', driver: 'bridge', attempt: anAttemptId(2) } };
  const workerOf = ({ world }: Journal): Binding => {
    const binding = world.bindings.get(aBindingId());
    if (!binding) throw new TypeError('no worker');
    return binding;
  };
  const created = () => {
    const { journal } = aJournal();
    journal.append(aRequest(aBindingId(), aWorkerSpec({ network: 'internal' })));
    const { container, network, work } = workerOf(journal).resources;
    const volume = { id: work.name, created: 'then', driver: 'local', attempt: anAttemptId(1) };
    journal.appendAll([
      ...anEffect('create_volume', aboutResource('work'), anAttemptId(1)), anObservation('present', volume, aboutResource('work')),
      ...anEffect('create_network', aboutResource('network'), anAttemptId(2)), anObservation('present', known.network, aboutResource('network')),
      ...anEffect('create_container', aboutResource('container'), anAttemptId(3)), anObservation('present', known.container, aboutResource('container')),
    ]);
    const theirs = {
      containers: [{ id: 'e'.repeat(64), name: container.name, created: 'later', imageId: 'sha256:i', labels: {}, volumes: [], networks: [], state: 'running' }],
      networks: [{ id: 'f'.repeat(64), name: network.name, created: 'later', driver: 'bridge', labels: {}, subnets: [], endpoints: [] }],
      volumes: [{ name: work.name, created: 'later', driver: 'local', labels: {} }],
    };
    return { journal, work, volume, theirs };
  };

  test('is already gone, says who has its name, and holds up nothing', async () => {
    const { journal, theirs } = created();
    const seen = await lookAtResources({ journal, readers: engineWith(theirs).readers }, workerOf(journal));

    expect(seen).toMatchObject({ container: { kind: 'gone', namesake: expect.stringContaining('another container now (eeeeeeeeeeee)') as string }, network: { kind: 'gone' }, work: { kind: 'gone', namesake: expect.stringContaining('another volume now') as string } });
    expect(teardownPlan(workerOf(journal), seen, new Set(), 'lab').steps[0]?.state).toMatchObject({ kind: 'already_gone', says: expect.stringContaining('That one stays untouched.') as string });
  });

  test.each([
    ['its creation time alone is another: an engine may tell that anew', { created: 'later', labels: { [labelKeys.attempt]: anAttemptId(1) } }],
    ['its label alone is another: an engine may have lost that', { created: 'then', labels: {} }],
  ])('is refused where it is a volume, and %s', async (_how, about) => {
    const { journal, work } = created();
    const seen = await lookAtResources({ journal, readers: engineWith({ volumes: [{ name: work.name, driver: 'local', ...about }] }).readers }, workerOf(journal));

    expect(seen.work).toMatchObject({ kind: 'differs', refusal: { code: 'identity_changed' } });
  });

  test('of a volume, what was found under its name is recorded with its absence', async () => {
    const { journal, work, volume, theirs } = created();
    const taken = { endpoint: theEndpoint, engine: theEngine, about: aboutResource('work'), kind: 'volume', name: work.name, id: work.name, identity: volume } as const;

    expect(await verifyAbsence({ journal, readers: engineWith({ volumes: [{ name: work.name, driver: 'local', created: 'later', labels: { [labelKeys.attempt]: anAttemptId(1) } }] }).readers }, taken)).toMatchObject({ ok: false });
    expect(await verifyAbsence({ journal, readers: engineWith(theirs).readers }, taken)).toMatchObject({ ok: true });
    expect(workerOf(journal).resources.work.absent?.value[0]).toMatchObject({ via: 'id', found: expect.stringContaining('another volume now, created at later') as string });
  });
});

describe('a volume under the name of one that was taken over', () => {
  const about = aboutExternal();
  const identity = { id: 'data', created: '2026-01-01T00:00:00Z', driver: 'local' };
  const opened = (...entries: readonly Entry[]): Journal => {
    const { journal } = aJournal();
    journal.appendAll([...aTransfer(about), ...entries]);
    return journal;
  };
  const externalIn = ({ world }: Journal): External => {
    const external = world.externals.get(keyOfExternal(about));
    if (!external) throw new TypeError('not known');
    return external;
  };
  const later = { name: 'data', created: '2027', driver: 'local', labels: {} };
  const standingOf = ({ world }: Journal, sighting: Partial<Sighting> = {}) => standingsOn(world, theEngine)({ resource: 'volume', id: 'data', labels: {}, created: identity.created, signs: [], ...sighting });
  const viewOf = async (journal: Journal, volume: object) => {
    const known = externalIn(journal);
    return { known, ref: about, standing: standingOf(journal, volume), plan: externalPlan(known, await lookAtExternal({ journal, readers: engineWith({ volumes: [volume] }).readers }, known), new Set(), 'lab') };
  };

  test('is this console’s only with the creation time and the label that were recorded', () => {
    const journal = opened();

    expect(standingOf(journal)).toMatchObject({ group: 'ours', transferred: 'statement' });
    expect(standingOf(journal, { created: '2027' })).toEqual({ group: 'other', recorded: true, why: [expect.stringContaining('a volume of this name was taken over')] });
  });

  test('is not attached, and not taken over, before the one that was recorded is gone or left', async () => {
    const journal = opened();
    const stated = [{ resource: 'volume', name: 'data', identity: { ...identity, created: '2027' } }] as const;

    expect(attachBar(standingOf(journal, { created: '2027' }))).toMatchObject({ code: 'blocked' });
    expect(await sameAsStated(journal, engineWith({ volumes: [later] }).reader, theEngine, stated)).toMatchObject({ ok: false, refusal: { code: 'blocked', says: expect.stringContaining('not recorded as gone') as string } });
  });

  test('can be left, as nothing tells the two apart; then nothing holds its engine, and its owner may give it', async () => {
    const journal = opened();
    const view = await viewOf(journal, later);

    expect(view.plan.map(({ state }) => state.kind)).toEqual(['refused']);
    expect(leaveBar(view)).toBeUndefined();
    leave(journal, externalIn(journal));

    expect(isTakenOver(externalIn(journal))).toBe(false);
    expect(untouchableOn(journal.world, theEngine).get('volume data')).toContain('it was left');
    expect(await sameAsStated(journal, engineWith({ volumes: [later] }).reader, theEngine, [{ resource: 'volume', name: 'data', identity: { ...identity, created: '2027' } }])).toMatchObject({ ok: true });
  });

  test('with another driver is another one: the one that was recorded is already gone, and that is verified', async () => {
    const journal = opened();
    const view = await viewOf(journal, { ...later, driver: 'nfs' });

    expect(view.plan[0]?.state).toMatchObject({ kind: 'already_gone', says: expect.stringContaining('belongs to another volume now') as string });
    expect(leaveBar(view)).toMatchObject({ code: 'blocked', todo: 'Verify its absence instead.' });
  });

  test('cannot be left where it is the one that was taken over', async () => {
    const journal = opened();

    expect(leaveBar(await viewOf(journal, { ...later, created: identity.created }))).toMatchObject({ code: 'already_so' });
  });

  test('of an attached one, too, is said to be unlike it', () => {
    const { journal } = aJournal();
    journal.appendAll(anAttachment(about));

    expect(standingOf(journal)).toMatchObject({ group: 'attached', why: [] });
    expect(standingOf(journal, { created: '2027' })).toMatchObject({ group: 'attached', why: [expect.stringContaining('told another creation time')] });
  });
});

import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import type { Fact } from '../../shared/facts.ts';
import { foldAttempt } from '../../shared/fold-attempt.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { operationNames, type Operation } from '../../shared/operations.ts';
import type { Ref } from '../../shared/reference.ts';
import { emptyWorld, type World } from '../../shared/world.ts';
import {
  aBindingId, aboutArtifact, aboutBinding, aboutEndpoint, aboutEngine, aboutExecution, aboutExternal, aboutImage, aboutInstallation, aboutProjection, aboutResource, aDecision, aDigest, aKeyOffer, anAttemptId, anEffect, anInstant, anIntent, anObservation, aRequest, aSettlement, aWorkerSpec, receiptsFrom, theEndpoint, theEngine, theFirstEpoch, theInstallation,
} from '../support/builders.ts';

const launchRequest = { argv: ['sh'], workingDirectory: '/workspace/task', environmentNames: [] };
const delivery = { manifest: aDigest(7), files: 1, bytes: 1, matched: 1, differing: 0, missing: 0, result: aDigest(8) };

/** A worker of which everything that can be folded into has begun. */
const begun: readonly Entry[] = [
  theFirstEpoch,
  aRequest(),
  anObservation('staged', { manifest: aDigest(7), files: 1, bytes: 1 }, aboutProjection()),
  anObservation('launch_requested', launchRequest, aboutExecution()),
];

const worldOf = (...entries: readonly Entry[]): World => foldWorld(emptyWorld, receiptsFrom([...begun, ...entries]));

/** A world without what every receipt or every effect changes: its size, when a worker last had one, and what an engine was seen to do. */
const substanceOf = ({ size: _size, records: _records, bindings, ...world }: World) => ({ ...world, bindings: [...bindings.values()].map(({ last: _last, ...binding }) => binding) });

describe('every fact', () => {
  type Case = { readonly entry: Entry; readonly folded: boolean };

  const cases = {
    epoch: { entry: anObservation('epoch', { epoch: 2, installation: theInstallation }, aboutInstallation), folded: true },
    engine: { entry: anObservation('engine', { engine: theEngine, state: 'reachable', version: '1', apiVersion: '1', reason: '' }, aboutEndpoint), folded: true },
    inventory: { entry: anObservation('inventory', { containers: 0, volumes: 0, networks: 0, images: 0, list: aDigest() }, aboutEngine), folded: true },
    // Which images there are is always read from the engine.
    image: { entry: anObservation('image', { id: 'i', bytes: 1 }, aboutImage), folded: false },
    requested: { entry: aRequest(aBindingId(2)), folded: true },
    launch_requested: { entry: anObservation('launch_requested', launchRequest, { ...aboutExecution(), execution: 'f'.repeat(32) } as Ref), folded: true },
    present: { entry: anObservation('present', { id: 'v', created: 'then' }, aboutResource('work')), folded: true },
    absent: { entry: anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutResource('work')), folded: true },
    admitted: { entry: anObservation('admitted', { readings: [] }, aboutBinding()), folded: true },
    late_effect: { entry: anObservation('late_effect', { attempt: anAttemptId(3), id: null }, aboutResource('work')), folded: true },
    reobserved: { entry: anObservation('reobserved', { resources: [] }, aboutBinding()), folded: true },
    proposed: { entry: anObservation('proposed', { act: 'attach', subject: aDigest(), endpoint: theEndpoint, identity: { id: 'v', created: 'then' }, signs: [] }, aboutExternal()), folded: true },
    key: { entry: anObservation('key', aKeyOffer(), aboutInstallation), folded: true },
    observed: { entry: anObservation('observed', { readings: [] }, aboutBinding()), folded: true },
    reach: { entry: anObservation('reach', { targets: [{ target: 'outside', state: 'not_reached', says: 'no route' }] }, aboutBinding()), folded: true },
    staged: { entry: anObservation('staged', { manifest: aDigest(9), files: 1, bytes: 1 }, aboutProjection(aDigest(9))), folded: true },
    unstaged: { entry: anObservation('unstaged', { manifests: 1 }, aboutBinding()), folded: true },
    delivered: { entry: anObservation('delivered', delivery, aboutProjection()), folded: true },
    ingested: { entry: anObservation('ingested', { manifest: delivery.manifest, nonce: aDigest(2), seen: 'log', place: 'c1', line: 1, offset: 1 }, aboutProjection()), folded: true },
    process: { entry: anObservation('process', { state: 'running', startedAt: 'now' }, aboutExecution()), folded: true },
    readiness: { entry: anObservation('readiness', { rung: 'team_identity', state: 'unsupported', says: 'no' }, aboutBinding()), folded: true },
    exported: { entry: anObservation('exported', { outcome: 'nothing', says: 'empty' }, aboutArtifact()), folded: true },
    checked: { entry: anObservation('checked', { outcome: 'gone', destination: '/out/report.md' }, aboutArtifact()), folded: true },
  } satisfies Record<Fact, Case>;

  test.each(Object.entries<Case>(cases))('%s is folded, or left out on purpose', (_fact, { entry, folded }) => {
    const changed = !same(substanceOf(worldOf()), substanceOf(worldOf(entry)));

    expect(changed).toBe(folded);
  });
});

describe('every operation', () => {
  type Case = { readonly about: Ref; readonly remembered: boolean };

  const cases: Readonly<Record<Operation, readonly Case[]>> = {
    create_network: [{ about: aboutResource('network'), remembered: true }],
    create_volume: [{ about: aboutResource('work'), remembered: true }],
    create_container: [{ about: aboutResource('container'), remembered: true }],
    deliver: [aboutProjection(), aboutExecution(), aboutResource('work')].map((about) => ({ about, remembered: true })),
    start_container: [{ about: aboutExecution(), remembered: true }],
    stop_container: [{ about: aboutResource('container'), remembered: true }],
    remove_container: [{ about: aboutResource('container'), remembered: true }],
    remove_network: [{ about: aboutResource('network'), remembered: true }],
    remove_volume: [{ about: aboutResource('state'), remembered: true }],
    remove_staging: [{ about: aboutBinding(), remembered: true }],
    publish_file: [{ about: aboutArtifact(), remembered: true }],
    // No worker's: once settled, their receipts tell of them.
    // What a build made is remembered by the id that it was settled with.
    build_image: [{ about: aboutImage, remembered: false }],
    pull_image: [{ about: aboutImage, remembered: false }],
    remove_image: [{ about: aboutImage, remembered: false }],
    export_bundle: [{ about: aboutInstallation, remembered: false }],
    write_release: [{ about: aboutInstallation, remembered: false }],
    back_up: [{ about: aboutInstallation, remembered: false }],
    start_engine: [{ about: aboutEndpoint, remembered: true }],
    stop_engine: [{ about: aboutEndpoint, remembered: true }],
  };
  const rows = operationNames.flatMap((operation) => cases[operation].map((one) => ({ operation, kind: one.about.kind, ...one })));

  test.each(rows)('$operation of a $kind is open until it is settled', ({ operation, about }) => {
    expect(worldOf(anIntent(operation, about)).open.get(anAttemptId())).toMatchObject({ operation, about });
    expect(worldOf(...anEffect(operation, about, anAttemptId())).open.size).toBe(0);
  });

  test.each(rows)('$operation of a $kind is remembered where it belongs to a worker', ({ operation, about, remembered }) => {
    expect(same(substanceOf(worldOf()), substanceOf(worldOf(...anEffect(operation, about, anAttemptId()))))).toBe(!remembered);
  });
});

describe('a receipt that the world does not know', () => {
  test.each<[string, ...Entry[]]>([
    ['about a worker that was never requested', anObservation('present', { id: 'v', created: 'then' }, aboutResource('work', aBindingId(9)))],
    ['about an execution that was never requested', anObservation('process', { state: 'running', startedAt: 'now' }, aboutExecution('d'.repeat(32) as never))],
    ['about files that were never staged', anObservation('delivered', { ...delivery, manifest: aDigest(99) }, aboutProjection(aDigest(99)))],
    ['a settlement of an attempt that was never asked', aSettlement(aboutResource('work'), 'applied', anAttemptId(9))],
    ['a decision', aDecision()],
    ['staged copies that are gone, about a thing of the worker', anObservation('unstaged', { manifests: 1 }, aboutResource('work'))],
    ['a worker’s fact about an engine', anObservation('present', { id: 'v', created: 'then' }, aboutEngine)],
    ['an engine’s fact about a worker', anObservation('inventory', { containers: 0, volumes: 0, networks: 0, images: 0, list: aDigest() }, aboutBinding())],
    ['a request about anything but a worker', anObservation('requested', aWorkerSpec(), aboutEngine)],
    ['an operation that its subject does not have', ...anEffect('stop_container', aboutExecution(), anAttemptId())],
  ])('changes nothing: %s', (_name, ...entries) => {
    expect(substanceOf(worldOf(...entries))).toEqual(substanceOf(worldOf()));
  });

  test('what was on an engine before this console is told by the first count of it alone', () => {
    const counted = (containers: number): Entry => anObservation('inventory', { containers, volumes: 0, networks: 0, images: 0, list: aDigest() }, aboutEngine);

    expect(worldOf(counted(3), counted(4)).inventories.get(theEngine)?.value.containers).toBe(3);
  });

  test('a second request for the same worker does not make it forget what it holds', () => {
    const world = worldOf(...anEffect('create_volume', aboutResource('work'), anAttemptId()), aRequest());

    expect(world.bindings.get(aBindingId())?.resources.work.creation?.settlement?.disposition).toBe('applied');
  });

  test('a worker that was requested before any epoch is not known', () => {
    expect(foldWorld(emptyWorld, receiptsFrom([aRequest()])).bindings.size).toBe(0);
  });
});

describe('one attempt from its own receipts', () => {
  const about = aboutResource('work');

  test('is what the world and its worker know of it', () => {
    const world = worldOf(anIntent('create_volume', about));
    const settled = worldOf(...anEffect('create_volume', about, anAttemptId())).bindings.get(aBindingId())?.resources.work.creation;

    const receipts = receiptsFrom([...begun, ...anEffect('create_volume', about, anAttemptId())]).slice(begun.length);

    expect(foldAttempt(receipts.slice(0, 1))).toEqual(world.open.get(anAttemptId()));
    expect(foldAttempt(receipts)).toEqual(settled);
  });

  test('is absent without its intent, and takes no settlement of another', () => {
    expect(foldAttempt(receiptsFrom([aSettlement(about)]))).toBeUndefined();
    expect(foldAttempt(receiptsFrom([anIntent('create_volume', about), aSettlement(about, 'applied', anAttemptId(2))]))).not.toHaveProperty('settlement');
  });
});

describe('the world', () => {
  test('keeps the highest epoch and the first installation', () => {
    const world = worldOf(
      anObservation('epoch', { epoch: 5, installation: 'e'.repeat(32) as never }, aboutInstallation),
      anObservation('epoch', { epoch: 4, installation: theInstallation }, aboutInstallation),
    );

    expect(world).toMatchObject({ epoch: 5, installation: theInstallation });
  });

  test('knows of each endpoint what was seen last', () => {
    const answering = { engine: theEngine, state: 'reachable' as const, version: '1', apiVersion: '1', reason: '' };

    const world = worldOf(anObservation('engine', answering, aboutEndpoint), anObservation('engine', { ...answering, state: 'unreachable', reason: 'gone' }, aboutEndpoint));

    expect(world.endpoints.get(theEndpoint)).toMatchObject({ value: { state: 'unreachable', reason: 'gone' }, seq: begun.length + 2 });
  });

  test('leaves the world that it was folded from as it was', () => {
    const before = worldOf();
    const copy = structuredClone(before);

    foldWorld(before, receiptsFrom(anEffect('create_volume', aboutResource('work'), anAttemptId()), before.size));

    expect(before).toEqual(copy);
  });
});

const same = (one: unknown, two: unknown): boolean => {
  try {
    expect(one).toEqual(two);
    return true;
  } catch {
    return false;
  }
};

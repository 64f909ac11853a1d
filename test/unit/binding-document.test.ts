import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { foldDocument } from '../../electron/host/ledger/bundle/binding-fold.ts';
import { bundleNames } from '../../electron/host/ledger/bundle/bundle-names.ts';
import { makeBundle } from '../../electron/host/ledger/bundle/make-bundle.ts';
import { verifyBundle } from '../../electron/host/ledger/bundle/verify-bundle.ts';
import { LedgerDamagedError } from '../../electron/host/ledger/ledger-errors.ts';
import { canonicalText } from '../../shared/canonical.ts';
import { bindingDocument, documentForm, type DocumentForm, type DocumentHead } from '../../shared/binding-document.ts';
import { AttemptsAbout } from '../../shared/fold-attempt.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import type { Json } from '../../shared/json.ts';
import type { Operation } from '../../shared/operations.ts';
import { operator, type Receipt } from '../../shared/receipt.ts';
import type { Ref } from '../../shared/reference.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aBindingId, aboutArtifact, aboutBinding, aboutEngine, aboutExecution, aboutExternal, aboutProjection, aboutResource, aDigest, anAttemptId, anEffect, anExecutionId, anInstant, anIntent, anObservation, aRequest, aTransfer, decided, receiptsFrom, theEndpoint, theFirstEpoch } from '../support/builders.ts';
import { bundleBytes, bundleFile, changeEntry, changeLines, entriesOf, withEntries } from '../support/bundles.ts';
import { history } from '../support/histories.ts';
import { aSealedLedger } from '../support/sealed-ledgers.ts';

const head = { origin: 'bailiwick/one', size: 99 };

const aboutIt = ({ about }: Receipt, binding = aBindingId()): boolean => 'binding' in about && about.binding === binding;

/** A console settles an attempt about the thing that it was begun about. */
function settledAsAsked(entries: readonly Entry[]): readonly Entry[] {
  const subjects = new Map(entries.flatMap(({ about, body }) => (body.kind === 'intent' ? [[body.attempt, about] as const] : [])));
  return entries.map((entry) => ({ ...entry, about: (entry.body.kind === 'settlement' && subjects.get(entry.body.attempt)) || entry.about }));
}

/** A worker that was given something, ran, gave something back, and of which one thing went wrong and one is open. */
const story: readonly Entry[] = [
  anObservation('inventory', { containers: 3, volumes: 2, networks: 3, images: 9, list: aDigest(3) }, aboutEngine),
  aRequest(),
  ...anEffect('create_volume', aboutResource('work'), anAttemptId(1)),
  ...anEffect('create_volume', aboutResource('state'), anAttemptId(2), 'refused'),
  ...anEffect('create_container', aboutResource('container'), anAttemptId(3)),
  anObservation('present', { id: 'c'.repeat(64), created: 'then', attempt: anAttemptId(3) }, aboutResource('container')),
  anObservation('admitted', { readings: [{ aspect: 'memory', value: '512 MiB', source: 'the engine' }] }, aboutBinding()),
  anObservation('staged', { manifest: aDigest(7), files: 2, bytes: 20 }, aboutProjection()),
  anObservation('delivered', { manifest: aDigest(7), files: 2, bytes: 20, matched: 2, differing: 0, missing: 0, result: aDigest(8) }, aboutProjection()),
  anObservation('launch_requested', { argv: ['sh', '-c', 'true'], workingDirectory: '/workspace/task', environmentNames: ['HOME'] }, aboutExecution()),
  ...anEffect('start_container', aboutExecution(), anAttemptId(4)),
  anObservation('process', { state: 'exited', startedAt: 'then', finishedAt: 'later', exitCode: 3, outOfMemory: false }, aboutExecution()),
  anObservation('readiness', { rung: 'process_started', state: 'seen', says: 'it runs' }, aboutBinding()),
  anObservation('exported', { outcome: 'published', digest: aDigest(4), bytes: 10, destination: '/out/report.md' }, aboutArtifact()),
  ...anEffect('remove_container', aboutResource('container'), anAttemptId(5)),
  anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutResource('container')),
  anIntent('remove_volume', aboutResource('work'), anAttemptId(6)),
];

const aLaunchRefused: readonly Entry[] = [
  anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace/task', environmentNames: [] }, aboutExecution(anExecutionId(2))),
  ...anEffect('start_container', aboutExecution(anExecutionId(2)), anAttemptId(12), 'refused'),
];

const returned = aboutExternal('data');

/** Its volume was given away, came back, and was removed at the second try. */
const cameBack: Readonly<Record<'given' | 'back' | 'tries', readonly Entry[]>> = {
  given: [...anEffect('create_volume', aboutResource('work'), anAttemptId(9)), anObservation('present', { id: 'data', created: '2026' }, aboutResource('work')), anObservation('proposed', { act: 'release', subject: aDigest(63), to: 'anyone' }, aboutBinding()), decided('release', aboutBinding(), aDigest(63))],
  back: [anObservation('proposed', { act: 'transfer', subject: aDigest(62), endpoint: theEndpoint, identity: { id: 'data', created: '2026' }, from: { by: 'statement', owner: 'the data team' } }, returned), decided('transfer', aboutEngine, aDigest(62))],
  tries: [...anEffect('remove_volume', returned, anAttemptId(1), 'refused'), ...anEffect('remove_volume', returned, anAttemptId(2))],
};

function documentOf(receipts: readonly Receipt[]): Json | undefined {
  const tries = new AttemptsAbout(aBindingId());
  let world = emptyWorld;
  for (const receipt of receipts) {
    world = foldWorld(world, [receipt]);
    tries.add(receipt, world);
  }
  return bindingDocument(world, { binding: aBindingId(), tries: tries.all, head });
}

describe('the document about a binding', () => {
  test('tells all that its receipts tell, each with the receipt that says it', () => {
    expect(documentOf(receiptsFrom([theFirstEpoch, ...story]))).toMatchObject({
      v: 5,
      document: 'bailiwick binding',
      ledger: { origin: 'bailiwick/one', size: 99 },
      binding: aBindingId(),
      seat: 'reviewer@atlas',
      generation: 1,
      requested: { receipt: 3 },
      provider: { kind: 'docker', engine: 'ENGINE:ONE', foundThere: { containers: 3, receipt: 2 } },
      environment: { id: 'c'.repeat(64), created: 'then', receipt: 10 },
      places: { workingDirectory: '/workspace/task', nativeState: '/state/home' },
      harness: { profile: null, nativeReference: null },
      limits: { memory: { admitted: { value: '512 MiB', source: 'the engine' }, observed: null }, requested: 3, admitted: 11, observed: null },
      readiness: { provider_reachable: { state: 'not_seen', receipt: null }, process_started: { state: 'seen', receipt: 17 }, team_identity: { state: 'unsupported', receipt: null } },
      projections: [{ manifest: aDigest(7), staged: { files: 2, receipt: 12 }, delivered: { matched: 2, receipt: 13 } }],
      executions: [{ argv: ['sh', '-c', 'true'], environmentNames: ['HOME'], requested: 14, started: 16, process: { exitCode: 3, receipt: 17 } }],
      completion: { state: 'exited', exitCode: 3, receipt: 17 },
      operations: { tookEffect: { create_volume: 5, create_container: 9, start_container: 16, remove_container: 21 }, refused: { create_volume: 7 } },
      pending: [{ attempt: anAttemptId(6), operation: 'remove_volume', asked: 23 }],
      errors: [{ attempt: anAttemptId(2), operation: 'create_volume', disposition: 'refused', settled: 7, evidence: [expect.any(String)] }],
    });
  });

  test('tells of an attempt that was closed as not applied that it took effect after all', () => {
    const closed = anEffect('create_volume', aboutResource('work'), anAttemptId(8), 'not_applied');
    const late = anObservation('late_effect', { attempt: anAttemptId(8), id: null }, aboutResource('work'));

    expect(documentOf(receiptsFrom([theFirstEpoch, aRequest(), ...closed]))).toMatchObject({ errors: [{ disposition: 'not_applied', tookEffectLate: null }] });
    expect(documentOf(receiptsFrom([theFirstEpoch, aRequest(), ...closed, late]))).toMatchObject({ errors: [{ disposition: 'not_applied', settled: 4, tookEffectLate: 5 }] });
  });

  test('tells of every try that was refused, also where another one took effect since', () => {
    const tries = [
      ...anEffect('remove_container', aboutResource('container'), anAttemptId(1), 'refused'),
      ...anEffect('remove_container', aboutResource('container'), anAttemptId(2), 'refused'),
      ...anEffect('remove_container', aboutResource('container'), anAttemptId(3)),
    ];

    expect(documentOf(receiptsFrom([theFirstEpoch, aRequest(), ...tries]))).toMatchObject({
      operations: { tookEffect: { remove_container: 8 }, refused: { remove_container: 6 } },
      errors: [{ attempt: anAttemptId(1), settled: 4 }, { attempt: anAttemptId(2), settled: 6 }],
    });
  });

  test('tells of every try on what came back, too', () => {
    const { given, back, tries } = cameBack;
    const others = [...aTransfer(aboutExternal('another')), ...anEffect('remove_volume', aboutExternal('another'), anAttemptId(3), 'refused')];

    expect(documentOf(receiptsFrom([theFirstEpoch, aRequest(), ...given, ...back, ...tries, ...others]))).toMatchObject({
      operations: { refused: { remove_volume: 11 } },
      errors: [{ attempt: anAttemptId(1), settled: 11 }],
    });
  });

  test.each<[Operation, Ref]>([
    ['create_container', aboutResource('container')], ['deliver', aboutResource('work')], ['stop_container', aboutResource('container')], ['remove_volume', aboutResource('work')],
    ['deliver', aboutExecution()], ['start_container', aboutExecution()], ['remove_staging', aboutBinding()], ['deliver', aboutProjection()], ['publish_file', aboutArtifact()],
  ])('tells of %s, whichever of two tries was the refused one', (operation, about) => {
    const before = [theFirstEpoch, aRequest(), anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace/task', environmentNames: [] }, aboutExecution()), anObservation('staged', { manifest: aDigest(7), files: 2, bytes: 20 }, aboutProjection())];
    const refusedFirst = [...anEffect(operation, about, anAttemptId(1), 'refused'), ...anEffect(operation, about, anAttemptId(2))];
    const refusedLast = [...anEffect(operation, about, anAttemptId(2)), ...anEffect(operation, about, anAttemptId(1), 'refused')];

    for (const tries of [refusedFirst, refusedLast]) {
      expect(documentOf(receiptsFrom([...before, ...tries]))).toMatchObject({
        operations: { tookEffect: { [operation]: expect.any(Number) as number }, refused: { [operation]: expect.any(Number) as number } },
        errors: [{ attempt: anAttemptId(1) }],
      });
    }
  });

  test('names of each resource who made it, whether it is held, and that removal was asked and verified', () => {
    const document = documentOf(receiptsFrom([theFirstEpoch, ...story])) as { readonly resources: readonly Json[] };

    expect(document.resources).toEqual([
      expect.objectContaining({ role: 'container', custody: 'created', held: false, attempt: anAttemptId(3), id: 'c'.repeat(64), removalAsked: 20, verifiedAbsent: 22 }),
      expect.objectContaining({ role: 'work', custody: 'created', held: true, attempt: anAttemptId(1), removalAsked: 23, verifiedAbsent: null }),
      expect.objectContaining({ role: 'state', custody: 'none', held: false }),
    ]);
  });

  test('is not there of a worker that the receipts do not tell of', () => {
    expect(documentOf(receiptsFrom([theFirstEpoch]))).toBeUndefined();
  });

  test('follows from the receipts about its worker, and of what came back from elsewhere, whatever else happened', () => {
    fc.assert(
      fc.property(history, (entries) => {
        const receipts = receiptsFrom([theFirstEpoch, aRequest(), ...settledAsAsked(entries)]);
        const inventory = receipts.find(({ about, body }) => about.kind === 'engine' && body.kind === 'observation' && body.fact === 'inventory');
        const { elsewhere = [] } = foldWorld(emptyWorld, receipts).bindings.get(aBindingId()) ?? {};
        const chosen = receipts.filter((receipt) => receipt.seq === 1 || receipt === inventory || aboutIt(receipt) || elsewhere.includes(receipt.seq));

        expect(documentOf(chosen)).toEqual(documentOf(receipts));
      }),
    );
  });

  test('is a value that has one canonical text', () => {
    fc.assert(fc.property(history, (entries) => void canonicalText(documentOf(receiptsFrom([theFirstEpoch, aRequest(), ...entries])) ?? null)));
  });
});

describe('a bundle with the document about a binding', () => {
  async function aBundle() {
    const sealed = aSealedLedger();
    sealed.journal.appendAll(story);
    sealed.sealer.sealNow();
    const { size } = sealed.ledger;
    const bytes = await bundleBytes(sealed.ledger, { receipts: Array.from({ length: size }, (_, index) => index + 1), binding: aBindingId() });
    const verify = (changed: Uint8Array = bytes) => verifyBundle(bundleFile(changed), { keys: [sealed.key.fingerprint], kept: [] });
    return { ...sealed, bytes, verify };
  }

  test('verifies: what the document says follows from receipts that were signed', async () => {
    expect(await (await aBundle()).verify()).toMatchObject({ verdict: 'consistent', notes: [] });
  });

  /** A bundle whose document was made in an earlier form, and the one that is made now. */
  async function inForm(form: DocumentForm, entriesOfIt: readonly Entry[]) {
    const sealed = aSealedLedger();
    sealed.journal.appendAll(entriesOfIt);
    sealed.sealer.sealNow();
    const { size } = sealed.ledger;
    const receipts = Array.from({ length: size }, (_, index) => index + 1);
    const bytes = await bundleBytes(sealed.ledger, { receipts, binding: aBindingId() });
    const entries = await entriesOf(bytes);
    const { ledger } = JSON.parse(entries.get(bundleNames.binding) ?? '') as { readonly ledger: DocumentHead };
    const lines = async function* () { for (const line of entries.get(bundleNames.receipts)?.trimEnd().split('\n') ?? []) yield Buffer.from(line); };
    const asItWas = await foldDocument(lines(), aBindingId(), ledger, form);

    const changed = await withEntries(bytes, changeEntry(bundleNames.binding, () => asItWas ?? ''));

    const report = await verifyBundle(bundleFile(changed), { keys: [sealed.key.fingerprint], kept: [] });
    return { report, asItWas: JSON.parse(asItWas ?? '') as Json, now: JSON.parse(entries.get(bundleNames.binding) ?? '') as Json };
  }

  test('verifies in the first form too, which left out a try that another one followed', async () => {
    const { report, asItWas, now } = await inForm(1, [...story, ...anEffect('create_volume', aboutResource('state'), anAttemptId(9))]);

    expect(asItWas).toMatchObject({ v: 1, errors: [] });
    expect(report).toMatchObject({ verdict: 'consistent', notes: [] });
    expect(now).toMatchObject({ v: 5, errors: [{ attempt: anAttemptId(2) }] });
  });

  test('verifies in the second form too, where a launch that came to nothing hid how the run before it ended', async () => {
    const { report, asItWas, now } = await inForm(2, [...story, ...aLaunchRefused]);

    expect(asItWas).toMatchObject({ v: 2, completion: null });
    expect(report).toMatchObject({ verdict: 'consistent', notes: [] });
    expect(now).toMatchObject({ v: 5, completion: { state: 'exited', exitCode: 3, receipt: 17 } });
  });

  test('verifies in the third form too, where readiness was as it had been noted last', async () => {
    const { report, asItWas, now } = await inForm(3, [...story, anIntent('deliver', aboutProjection(), anAttemptId(13))]);

    expect(asItWas).toMatchObject({ v: 3, readiness: { process_started: { says: 'it runs', receipt: 18 }, filesystem_projected: null } });
    expect(report).toMatchObject({ verdict: 'consistent', notes: [] });
    expect(now).toMatchObject({ v: 5, readiness: { process_started: { receipt: 17 }, filesystem_projected: { state: 'not_seen', says: 'its files were asked for again and not read back since', receipt: 24 } } });
  });

  test('verifies in the third form too, where an export that failed hid where an earlier one had brought the result', async () => {
    const checked = anObservation('checked', { outcome: 'matches', digest: aDigest(4), bytes: 10, destination: '/out/report.md' }, aboutArtifact());
    const { report, asItWas, now } = await inForm(3, [...story, checked, anObservation('exported', { outcome: 'refused', says: 'too large' }, aboutArtifact())]);

    expect(asItWas).toMatchObject({ artifacts: [{ exported: { outcome: 'refused' }, checked: null }] });
    expect(report).toMatchObject({ verdict: 'consistent', notes: [] });
    expect(now).toMatchObject({ artifacts: [{ exported: { outcome: 'refused', receipt: 25 }, lastLeft: { destination: '/out/report.md', receipt: 19 }, checked: { outcome: 'matches', receipt: 24 } }] });
  });

  test('verifies in the fourth form too, where a result that was given up was of no execution', async () => {
    const givenUp: Entry = { actor: operator, about: aboutArtifact(), body: { kind: 'decision', decision: 'waive', subject: aDigest(5), execution: anExecutionId() } };
    const { report, asItWas, now } = await inForm(4, [...story, givenUp]);

    expect(asItWas).toMatchObject({ v: 4, artifacts: [{ waived: { receipt: 24, at: expect.any(String) as string } }] });
    expect(report).toMatchObject({ verdict: 'consistent', notes: [] });
    expect(now).toMatchObject({ v: 5, artifacts: [{ waived: { receipt: 24, execution: anExecutionId() } }] });
  });

  test('verifies in the second form too, which left out a try on what had come back, and that another one followed', async () => {
    const { report, asItWas, now } = await inForm(2, [aRequest(), ...cameBack.given, ...cameBack.back, ...cameBack.tries]);

    expect(asItWas).toMatchObject({ v: 2, errors: [], operations: { tookEffect: { remove_volume: expect.any(Number) as number }, refused: {} } });
    expect(report).toMatchObject({ verdict: 'consistent', notes: [] });
    expect(now).toMatchObject({ v: 5, errors: [{ attempt: anAttemptId(1) }] });
  });

  const changes: readonly (readonly [name: string, change: (text: string) => string])[] = [
    ['an exit code', (text) => text.replace('"exitCode": 3', '"exitCode": 0')],
    ['a pending effect left out', (text) => text.replace(/"pending": \[[^\]]*\]/, '"pending": []')],
    ['another ledger', (text) => text.replace('"origin": "', '"origin": "x')],
    ['a space', (text) => `${text} `],
    ['another worker', (text) => text.replaceAll(aBindingId(), aBindingId(2))],
    ['no document', () => '{}'],
    ['no JSON', () => 'binding'],
  ];

  test.each(changes)('is broken where the document says something else: %s', async (_name, change) => {
    const { bytes, verify } = await aBundle();

    const report = await verify(await withEntries(bytes, changeEntry(bundleNames.binding, change)));

    expect(report).toMatchObject({ verdict: 'broken', finding: { place: { kind: 'entry', name: bundleNames.binding } } });
  });

  test('is broken at the receipt, where a receipt was changed to fit the document', async () => {
    const { bytes, verify } = await aBundle();

    const report = await verify(await withEntries(bytes, changeLines((lines) => lines.map((line) => line.replace('"exitCode":3', '"exitCode":0')))));

    expect(report).toMatchObject({ verdict: 'broken', finding: { place: { kind: 'receipt' } } });
  });

  test('says that it was not checked where a later build made it in another form', async () => {
    const { bytes, verify } = await aBundle();

    const report = await verify(await withEntries(bytes, changeEntry(bundleNames.binding, (text) => text.replace(`"v": ${documentForm}`, `"v": ${documentForm + 1}`))));

    expect(report).toMatchObject({ verdict: 'consistent', notes: [expect.stringContaining('is not checked')] });
  });

  test('is not made of receipts that do not tell of the worker', async () => {
    const { ledger } = await aBundle();
    const bundle = makeBundle(ledger.db, { receipts: [1, 2], binding: aBindingId() });

    await expect(async () => { for await (const _piece of bundle.ok ? bundle.value.bytes() : []) continue; }).rejects.toThrow(LedgerDamagedError);
  });

  test('folds only what is a receipt', async () => {
    const lines = async function* () { yield Buffer.from('{"v":1}'); };

    await expect(foldDocument(lines(), aBindingId(), head)).rejects.toThrow();
  });
});

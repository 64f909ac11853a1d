import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { observePublications, observeUnreadPublications } from '../../electron/host/artifacts/observe-publications.ts';
import { spendToken } from '../../electron/host/attempts/effect-token.ts';
import { digestOf, digestText, sha256 } from '../../electron/host/ledger/digest.ts';
import { KeptManifests } from '../../electron/host/projection/kept-manifests.ts';
import type { ArtifactState } from '../../shared/binding.ts';
import { awaitsExport } from '../../shared/execution-results.ts';
import { endedByConsole } from '../../shared/attempt.ts';
import { consoleItself, operator, type Disposition, type Evidence } from '../../shared/receipt.ts';
import { aboutArtifact, aboutExecution, anAttemptId, anExecutionId, anInstant, anObservation, aReading } from '../support/builders.ts';
import { eventually } from '../support/eventually.ts';
import { MemoryWorker, reportPath } from '../support/memory-worker.ts';

let worker: MemoryWorker;
let faults: unknown[];

beforeEach(() => {
  worker = new MemoryWorker();
  faults = [];
});

const means = () => ({ journal: worker.journal, attempts: worker.attempts, manifests: new KeptManifests(worker.journal), onFault: (fault: unknown) => void faults.push(fault) });
const exported = () => worker.artifact()?.exported?.value;

const destination = (): string => worker.exportPlace('results/report.md');

function there(content: string): void {
  mkdirSync(path.dirname(destination()), { recursive: true });
  writeFileSync(destination(), content);
}

/** As a console leaves it that dies between the settlement and its own observation. */
function settledAs(disposition: Disposition, evidence: readonly Evidence[] = [aReading()], place = destination()): void {
  const about = aboutArtifact(reportPath, worker.id);
  const params = { destination: place, staged: '/not/there', digest: digestText(sha256(Buffer.from('bytes'))), bytes: 5 };
  worker.journal.append({ actor: operator, about, body: { kind: 'intent', attempt: anAttemptId(), operation: 'publish_file', params: digestOf(params), epoch: 1, deadline: anInstant(60) } }, [params]);
  worker.journal.append({ actor: consoleItself, about, body: { kind: 'settlement', attempt: anAttemptId(), authorEpoch: 1, disposition, evidence: [...evidence] } });
}

describe('a publication whose console died before it told how it ended', () => {
  test.each<[Disposition, string]>([['applied', 'published'], ['no_op', 'already_there']])('that is settled as %s is told as %s by what is at the destination', async (disposition, outcome) => {
    settledAs(disposition);
    there('bytes');

    await observeUnreadPublications(means(), worker.id);

    expect(exported()).toMatchObject({ outcome, bytes: 5, destination: destination() });
    expect(worker.artifact()).toSatisfy((artifact: ArtifactState) => !awaitsExport(worker.binding, { ...artifact, declared: true }));
  });

  test.each<[string, () => void]>([['is gone', () => undefined], ['holds something else', () => there('other')]])('is a failure where its destination %s', async (_how, prepare) => {
    settledAs('applied');
    prepare();

    await observeUnreadPublications(means(), worker.id);

    expect(exported()).toEqual({ outcome: 'refused', says: `${destination()} does not hold the bytes that were published there` });
  });

  test('that was refused keeps that', async () => {
    settledAs('refused');

    await observeUnreadPublications(means(), worker.id);

    expect(exported()).toMatchObject({ outcome: 'refused', says: expect.stringContaining(destination()) });
  });

  test('that was refused elsewhere leaves what is out as it is', async () => {
    worker.guest.file(reportPath, 'bytes');
    await worker.exported();
    const before = worker.artifact()?.exported;
    settledAs('refused', [aReading('there is no room left')], '/elsewhere/report.md');

    await observeUnreadPublications(means(), worker.id);

    expect(worker.artifact()?.exported).toEqual(before);
  });

  test.each<[string, () => void]>([
    ['another execution began since', () => void worker.journal.append(anObservation('process', { state: 'running', startedAt: 'then' }, aboutExecution(anExecutionId(2), worker.id)))],
    ['it was seen to be gone since', () => void worker.journal.append(anObservation('checked', { outcome: 'gone', destination: destination() }, aboutArtifact(reportPath, worker.id)))],
  ])('that was refused elsewhere leaves it as it is also where %s', async (_what, since) => {
    for (const number of [1, 2]) worker.journal.append(anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, aboutExecution(anExecutionId(number), worker.id)));
    worker.journal.append(anObservation('process', { state: 'exited', startedAt: 'before', finishedAt: 'then', exitCode: 0, outOfMemory: false }, aboutExecution(anExecutionId(1), worker.id)));
    worker.journal.append(anObservation('exported', { outcome: 'published', digest: digestText(sha256(Buffer.from('bytes'))), bytes: 5, destination: destination(), execution: anExecutionId(1) }, aboutArtifact(reportPath, worker.id)));
    const before = worker.artifact()?.exported;
    settledAs('refused', [aReading('there is no room left')], '/elsewhere/report.md');
    since();

    await observeUnreadPublications(means(), worker.id);

    expect(worker.artifact()?.exported).toEqual(before);
  });

  test('that somebody cancelled is no refusal by anybody', async () => {
    settledAs('refused', [aReading(endedByConsole)]);

    await observeUnreadPublications(means(), worker.id);

    expect(exported()).toBeUndefined();
  });

  test('that somebody closed as not applied is told by that alone', async () => {
    settledAs('not_applied');

    await observeUnreadPublications(means(), worker.id);

    expect(exported()).toBeUndefined();
  });

  test('is told at the next start, once', async () => {
    settledAs('applied');
    there('bytes');

    observePublications(means(), worker.journal);
    await Promise.all([observeUnreadPublications(means(), worker.id), observeUnreadPublications(means(), worker.id)]);

    await eventually(() => expect(exported()).toMatchObject({ outcome: 'published' }));
    const size = worker.journal.world.size;
    await observeUnreadPublications(means(), worker.id);
    expect([worker.journal.world.size, faults]).toEqual([size, []]);
  });
});

describe('a publication that is settled when its step is over', () => {
  test('is told then', async () => {
    observePublications(means(), worker.journal);
    worker.files = { publish: async (token) => { spendToken(token, 'publish_file'); return { kind: 'unclear', says: 'no answer' }; } };
    worker.guest.file(reportPath, 'bytes');
    await worker.exported();
    expect(exported()).toBeUndefined();

    there('bytes');
    await worker.attempts.reconcile();

    await eventually(() => expect(exported()).toMatchObject({ outcome: 'already_there' }));
  });

  test('and not a second time where the step tells it itself', async () => {
    observePublications(means(), worker.journal);
    worker.guest.file(reportPath, 'bytes');

    await worker.exported();
    const size = worker.journal.world.size;
    await observeUnreadPublications(means(), worker.id);

    expect(worker.journal.world.size).toBe(size);
  });
});

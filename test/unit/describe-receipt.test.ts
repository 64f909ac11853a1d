import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { attemptEvident, type Attempt } from '../../shared/attempt.ts';
import { describeEvidence, describeReceipt } from '../../shared/describe-receipt.ts';
import { describeMark, evidenceMarks, type Evident } from '../../shared/evidence-mark.ts';
import { factNames, type Fact } from '../../shared/facts.ts';
import { operationNames, operations } from '../../shared/operations.ts';
import type { Disposition } from '../../shared/receipt.ts';
import {
  aboutArtifact, aboutBinding, aboutEndpoint, aboutEngine, aboutExecution, aboutExternal, aboutImage, aboutInstallation, aboutProjection, aboutResource, aDecision, aDigest, aKeyOffer, anAttemptId, anInstant, anIntent, anObservation, aReading, aRequest, aSettlement, receiptsFrom, theEndpoint, theEngine, theFirstEpoch,
} from '../support/builders.ts';
import { operator } from '../../shared/receipt.ts';

function described(entry: Entry): Evident {
  const [receipt] = receiptsFrom([entry]);
  if (!receipt) throw new TypeError('no receipt');
  return describeReceipt(receipt);
}

const work = aboutResource('work');
const engine = { engine: theEngine, version: '28.1', apiVersion: '1.48', reason: '' };
const delivery = { manifest: aDigest(), files: 1200, bytes: 1, matched: 1200, differing: 0, missing: 0, result: aDigest() };
const exported = { digest: aDigest(), bytes: 1500, destination: '/out/report.md' };

describe('the window’s grammar of evidence', () => {
  test.each(operationNames)('an intent is hollow: %s was asked', (operation) => {
    expect(described(anIntent(operation, work))).toEqual({ mark: 'asked', says: `${operations[operation].label}: asked` });
  });

  test.each<[Disposition, Evident]>([
    ['applied', { mark: 'accepted', says: 'Settled: applied' }],
    ['no_op', { mark: 'accepted', says: 'Settled: it was so already' }],
    ['refused', { mark: 'refused', says: 'Settled: refused' }],
    ['not_applied', { mark: 'none', says: 'Settled: not applied' }],
  ])('a settlement is half or says no: %s', (disposition, evident) => {
    expect(described(aSettlement(work, disposition))).toEqual(evident);
  });

  const ingested = { manifest: aDigest(), nonce: aDigest(2), line: 12, offset: 900 };

  const facts: Readonly<Record<Fact, readonly (readonly [Entry, Evident['mark'], string])[]>> = {
    epoch: [[theFirstEpoch, 'seen', 'Console started, epoch 1']],
    engine: [
      [anObservation('engine', { ...engine, state: 'reachable' }, aboutEndpoint), 'seen', 'Engine answers, version 28.1'],
      [anObservation('engine', { ...engine, state: 'unreachable', reason: 'nobody listens' }, aboutEndpoint), 'refused', 'Engine does not answer: nobody listens'],
    ],
    inventory: [[anObservation('inventory', { containers: 1, volumes: 2, networks: 3, images: 0, list: aDigest() }, aboutEngine), 'seen', 'Was here before us: 1 container, 2 volumes, 0 images']],
    image: [
      [anObservation('image', { id: 'i', bytes: 1_500_000 }, aboutImage), 'seen', 'Image is there, 1.5 MB'],
      [anObservation('image', { id: 'i', bytes: 1_500_000, digest: aDigest() }, aboutImage), 'seen', `Image is there, 1.5 MB, ${aDigest()}`],
    ],
    requested: [[aRequest(), 'seen', 'Worker requested: reviewer@atlas']],
    launch_requested: [[anObservation('launch_requested', { argv: ['sh', '-c', 'true'], workingDirectory: '/workspace', environmentNames: [] }, aboutExecution()), 'seen', 'Launch requested: sh -c true']],
    present: [[anObservation('present', { id: 'v', created: '2026' }, work), 'seen', 'Seen there, created 2026']],
    absent: [[anObservation('absent', { readings: [{ via: 'id', at: anInstant() }, { via: 'listing', at: anInstant() }] }, work), 'seen', 'Verified absent, 2 readings']],
    admitted: [[anObservation('admitted', { readings: [] }, aboutBinding()), 'seen', 'Read what the engine admits']],
    observed: [[anObservation('observed', { readings: [] }, aboutBinding()), 'seen', 'Read in the guest']],
    late_effect: [[anObservation('late_effect', { attempt: anAttemptId(), id: null }, work), 'needs_person', 'Took effect after it was closed as not applied']],
    reobserved: [
      [anObservation('reobserved', { resources: [{ role: 'work', state: 'there' }] }, aboutBinding()), 'seen', 'Looked at again after a reanchor: work there'],
      [anObservation('reobserved', { resources: [{ role: 'container', state: 'gone' }, { role: 'work', state: 'there' }] }, aboutBinding()), 'refused', 'Looked at again after a reanchor: container gone, work there'],
    ],
    proposed: [
      [anObservation('proposed', { act: 'attach', subject: aDigest(), endpoint: theEndpoint, identity: { id: 'v', created: '2026' }, signs: [] }, aboutExternal()), 'seen', 'To be attached: created 2026'],
      [anObservation('proposed', { act: 'transfer', subject: aDigest(), endpoint: theEndpoint, identity: { id: 'v', created: '2026' }, from: { by: 'statement', owner: 'the data team' } }, aboutExternal()), 'seen', 'To be taken over from the data team, by the operator’s own signed statement'],
      [anObservation('proposed', { act: 'release', subject: aDigest(), to: 'anyone' }, aboutBinding()), 'seen', 'To be released to whoever holds the release'],
    ],
    key: [[anObservation('key', aKeyOffer(), aboutInstallation), 'seen', 'Key offered: operator']],
    reach: [[anObservation('reach', { targets: [{ target: 'host', state: 'reached', says: 'it answered' }, { target: 'outside', state: 'not_reached', says: 'no route' }] }, aboutBinding()), 'seen', 'Tried from inside: host reached, outside not reached']],
    staged: [[anObservation('staged', { manifest: aDigest(), files: 1, bytes: 1500 }, aboutProjection()), 'seen', 'Staged 1 file, 1.5 kB']],
    unstaged: [
      [anObservation('unstaged', { manifests: 2 }, aboutBinding()), 'seen', 'Staged copies are gone: those of 2 manifests'],
      [anObservation('unstaged', { manifests: 0 }, aboutBinding()), 'seen', 'Staged copies are gone: none was left'],
    ],
    delivered: [
      [anObservation('delivered', delivery, aboutProjection()), 'seen', 'Read back 1,200 of 1,200 files as delivered'],
      [anObservation('delivered', { ...delivery, matched: 1199, missing: 1 }, aboutProjection()), 'refused', 'Read back 1,199 of 1,200 files as delivered'],
    ],
    ingested: [
      [anObservation('ingested', { ...ingested, file: 'task.md', seen: 'transcript', place: '/state/home/history/1.jsonl' }, aboutProjection()), 'seen', 'Ingested: task.md was seen in /state/home/history/1.jsonl, line 12'],
      [anObservation('ingested', { ...ingested, seen: 'log', place: 'c1' }, aboutProjection()), 'seen', 'Ingested: a file of this revision was seen in the log, line 12'],
    ],
    process: [
      [anObservation('process', { state: 'running', startedAt: 'a' }, aboutExecution()), 'seen', 'Main process runs'],
      [anObservation('process', { state: 'exited', startedAt: 'a', finishedAt: 'b', exitCode: 137, outOfMemory: true }, aboutExecution()), 'seen', 'Main process ended with exit code 137'],
    ],
    readiness: [
      [anObservation('readiness', { rung: 'process_started', state: 'seen', says: 'pid 1 runs' }, aboutBinding()), 'seen', 'process started: pid 1 runs'],
      [anObservation('readiness', { rung: 'team_identity', state: 'unsupported', says: 'no route' }, aboutBinding()), 'none', 'team identity: no route'],
    ],
    exported: [
      [anObservation('exported', { outcome: 'published', ...exported }, aboutArtifact()), 'seen', 'Exported 1.5 kB to /out/report.md'],
      [anObservation('exported', { outcome: 'already_there', ...exported }, aboutArtifact()), 'seen', 'The same bytes were at /out/report.md already'],
      [anObservation('exported', { outcome: 'published', ...exported, ran: true }, aboutArtifact()), 'seen', 'Exported 1.5 kB to /out/report.md, read while it ran'],
      [anObservation('exported', { outcome: 'nothing', says: 'no such file' }, aboutArtifact()), 'seen', 'Exported nothing: no such file'],
      [anObservation('exported', { outcome: 'refused', says: 'a link' }, aboutArtifact()), 'refused', 'Export refused: a link'],
    ],
    checked: [
      [anObservation('checked', { outcome: 'matches', ...exported }, aboutArtifact()), 'seen', 'Checked again: 1.5 kB at /out/report.md, as exported'],
      [anObservation('checked', { outcome: 'differs', says: 'a link is there', destination: '/out/report.md' }, aboutArtifact()), 'refused', 'Checked again: /out/report.md is not what was exported: a link is there'],
      [anObservation('checked', { outcome: 'gone', destination: '/out/report.md' }, aboutArtifact()), 'refused', 'Checked again: nothing is at /out/report.md any more'],
    ],
  };

  test.each(factNames.flatMap((fact) => facts[fact].map(([entry, mark, says]) => ({ fact, entry, mark, says }))))('an observation is in words of its own: “$says”', ({ entry, mark, says }) => {
    expect(described(entry)).toEqual({ mark, says });
  });

  test('a decision says what was decided', () => {
    expect(described(aDecision())).toEqual({ mark: 'seen', says: 'Decided: deny' });
  });

  test('every mark has words of its own', () => {
    expect(new Set(evidenceMarks.map(describeMark)).size).toBe(evidenceMarks.length);
  });
});

describe('an attempt in the window', () => {
  const open: Attempt = { id: anAttemptId(), operation: 'create_volume', about: work, actor: operator, intent: { seq: 1, at: anInstant(), epoch: 1, deadline: anInstant(60), params: aDigest() } };
  const settled = (disposition: Disposition): Attempt => ({ ...open, settlement: { seq: 2, at: anInstant(), disposition, evidence: [aReading()] } });

  test.each<[string, Attempt, boolean, Evident]>([
    ['its call is under way', open, true, { mark: 'asked', says: 'Create volume: asked, no answer yet' }],
    ['its call is over without an answer', open, false, { mark: 'unconfirmed', says: 'Create volume: unconfirmed' }],
    ['applied', settled('applied'), false, { mark: 'accepted', says: 'Create volume: applied' }],
    ['applied, though its call still counts as under way', settled('applied'), true, { mark: 'accepted', says: 'Create volume: applied' }],
    ['no_op', settled('no_op'), false, { mark: 'accepted', says: 'Create volume: was so already' }],
    ['refused', settled('refused'), false, { mark: 'refused', says: 'Create volume: refused' }],
    ['not applied', settled('not_applied'), false, { mark: 'none', says: 'Create volume: not applied' }],
  ])('is shown as what it is: %s', (_name, attempt, calling, evident) => {
    expect(attemptEvident(attempt, new Set(calling ? [attempt.id] : []))).toEqual(evident);
  });
});

describe('evidence in words', () => {
  test.each([
    [{ kind: 'answer', status: 204 } as const, 'the answer was 204'],
    [{ kind: 'answer', status: 201, id: 'c1' } as const, 'the answer was 201 with c1'],
    [aReading('our label'), 'read the thing itself: our label'],
    [{ kind: 'bytes', of: '/out/a', digest: aDigest(), bytes: 1500 } as const, `1.5 kB at /out/a with ${aDigest()}`],
  ])('%o', (evidence, says) => {
    expect(describeEvidence(evidence)).toBe(says);
  });
});

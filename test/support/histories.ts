import fc from 'fast-check';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { factNames, type Fact, type FactValue } from '../../shared/facts.ts';
import { operationNames } from '../../shared/operations.ts';
import { decisionNames } from '../../shared/receipt.ts';
import type { Ref } from '../../shared/reference.ts';
import {
  aBindingId, aboutArtifact, aboutBinding, aboutEndpoint, aboutEngine, aboutExecution, aboutExternal, aboutImage, aboutInstallation, aboutProjection, aboutResource, aDigest, anAttemptId,
  anEffect, anExecutionId, anInstant, anIntent, anObservation, aRequest, aSettlement, decided, theEndpoint, theEngine, theInstallation,
} from './builders.ts';

const worker = fc.integer({ min: 1, max: 3 }).map(aBindingId);
const digest = fc.integer({ min: 1, max: 3 }).map(aDigest);

const about = fc.oneof(
  worker.map(aboutBinding),
  fc.tuple(fc.constantFrom('container', 'work', 'state'), worker).map(([role, binding]) => aboutResource(role, binding)),
  fc.tuple(digest, worker).map(([manifest, binding]) => aboutProjection(manifest, binding)),
  fc.tuple(fc.integer({ min: 1, max: 2 }).map(anExecutionId), worker).map(([execution, binding]) => aboutExecution(execution, binding)),
  fc.tuple(fc.constantFrom('/workspace/task/report.md', '/workspace/other'), worker).map(([path, binding]) => aboutArtifact(path, binding)),
  fc.constantFrom(aboutEngine, aboutEndpoint, aboutImage, aboutInstallation, aboutExternal(), aboutExternal('v')),
);

type Digest = ReturnType<typeof aDigest>;
const execution = anExecutionId(1);
const resource = { id: 'v', created: 'then' };
const published = (manifest: Digest) => ({ digest: manifest, bytes: 1, destination: '/out/report.md' });

/** Values of every fact: one that is added does not compile before it is here. */
const values: { readonly [F in Fact]: (manifest: Digest) => readonly FactValue<F>[] } = {
  epoch: () => [{ epoch: 3, installation: theInstallation }],
  key: (subject) => [{ subject, fingerprint: `ed25519:${'0'.repeat(64)}` as never, publicKey: `${'A'.repeat(43)}=`, name: 'other', scopes: ['waive'] }],
  engine: () => [{ engine: theEngine, state: 'unreachable', version: '', apiVersion: '', reason: 'gone' }, { engine: theEngine, state: 'reachable', version: '1', apiVersion: '1', reason: '' }],
  inventory: (list) => [{ containers: 1, volumes: 1, networks: 1, images: 1, list }],
  image: (known) => [{ id: 'sha256:image', bytes: 1, digest: known }, { id: 'sha256:image', bytes: 1 }],
  requested: () => [],
  launch_requested: () => [{ argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }],
  present: () => [resource, { ...resource, attempt: anAttemptId(1) }],
  absent: () => [{ readings: [{ via: 'id', at: anInstant() }] }, { readings: [{ via: 'listing', at: anInstant(), found: 'another' }], unnamed: [{ name: 'u', state: 'there' }] }],
  late_effect: () => [1, 2].map((number) => ({ attempt: anAttemptId(number), id: 'v' })),
  reobserved: () => [{ resources: [{ role: 'container', state: 'there' }, { role: 'work', state: 'gone' }] }],
  proposed: (subject) => [
    { act: 'attach', subject, endpoint: theEndpoint, identity: resource, signs: [] },
    { act: 'transfer', subject, endpoint: theEndpoint, identity: resource, from: { by: 'statement', owner: 'somebody' } },
    { act: 'release', subject, to: 'anyone' },
    { act: 'release', subject, to: theInstallation, anew: true, stated: [{ resource: 'volume', id: 'v' }] },
  ],
  admitted: () => [{ readings: [{ aspect: 'cpu', value: '1', source: 's' }] }],
  observed: () => [{ readings: [{ aspect: 'cpu', value: null, source: 's' }] }],
  reach: () => [{ targets: [{ target: 'outside', state: 'not_reached', says: 'no' }] }],
  staged: (manifest) => [{ manifest, files: 1, bytes: 1 }, { manifest, files: 1, bytes: 1, findings: 1, revision: { nonce: aDigest(1), files: 1 } }],
  unstaged: () => [{ manifests: 1 }],
  delivered: (manifest) => [{ manifest, files: 1, bytes: 1, matched: 1, differing: 0, missing: 0, result: manifest }],
  ingested: (manifest) => [{ manifest, nonce: aDigest(1), file: 'a', seen: 'log', place: 'log', line: 1, offset: 0 }],
  process: () => [{ state: 'running', startedAt: 'now' }, { state: 'exited', startedAt: 'now', finishedAt: 'then', exitCode: 0, outOfMemory: false }],
  readiness: () => [{ rung: 'task_completed', state: 'seen', says: 'done' }, { rung: 'provider_reachable', state: 'not_seen', says: 'no' }],
  exported: (manifest) => [
    { outcome: 'published', ...published(manifest), execution },
    { outcome: 'published', ...published(manifest), execution, ran: true },
    { outcome: 'already_there', ...published(manifest) },
    { outcome: 'nothing', says: 'empty', execution },
    { outcome: 'refused', says: 'no' },
  ],
  checked: (manifest) => [{ outcome: 'gone', destination: '/out/report.md' }, { outcome: 'matches', ...published(manifest) }, { outcome: 'differs', says: 'other', destination: '/out/report.md' }],
};

const observation: fc.Arbitrary<Entry> = fc
  .tuple(fc.constantFrom(...factNames), about, digest, fc.nat())
  .filter(([fact, , manifest]) => values[fact](manifest).length > 0)
  .map(([fact, subject, manifest, which]) => anObservation(fact, values[fact](manifest)[which % values[fact](manifest).length] as never, subject));

/** What was proposed, and the decision of it, which tell nothing without each other. What goes from hand to hand is decided for a whole engine. */
const decide = (subject: Ref, proposal: FactValue<'proposed'>): readonly Entry[] => [
  anObservation('proposed', proposal, subject),
  decided(proposal.act, subject.kind === 'external' && proposal.act !== 'attach' ? aboutEngine : subject, proposal.subject),
];

const decidedProposal: fc.Arbitrary<readonly Entry[]> = fc
  .tuple(fc.constantFrom(aboutExternal(), aboutExternal('v'), ...[1, 2, 3].map((number) => aboutBinding(aBindingId(number)))), digest, fc.nat(3))
  .map(([subject, of, which]) => values.proposed(of).slice(which, which + 1).flatMap((proposal) => decide(subject, proposal)));

/** A worker's volume that goes, comes back, and goes once more, as far as it comes. */
const wayAndBack: fc.Arbitrary<readonly Entry[]> = fc
  .tuple(worker, digest, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 21, max: 40 }).map(anAttemptId))
  .map(([binding, subject, steps, maker]) => {
    const release: FactValue<'proposed'> = { act: 'release', subject, to: 'anyone' };
    const way = [
      [...anEffect('create_volume', aboutResource('work', binding), maker), anObservation('present', resource, aboutResource('work', binding))],
      decide(aboutBinding(binding), release),
      decide(aboutExternal('v'), { act: 'transfer', subject, endpoint: theEndpoint, identity: resource, from: { by: 'statement', owner: 'somebody' } }),
      decide(aboutExternal('v'), release),
    ];
    return way.slice(0, steps).flat();
  });

const attempt = fc.integer({ min: 1, max: 12 }).map(anAttemptId);

/** Receipts in an order that no console would write: only what the ledger itself refuses is left out. */
export const history: fc.Arbitrary<readonly Entry[]> = fc
  .array(
    fc.oneof(
      worker.map((binding) => aRequest(binding)),
      observation,
      decidedProposal,
      wayAndBack,
      fc.tuple(fc.constantFrom(...operationNames), about, attempt).map(([operation, subject, id]) => anIntent(operation, subject, id)),
      fc.tuple(about, fc.constantFrom('applied' as const, 'no_op' as const, 'refused' as const, 'not_applied' as const), attempt).map(([subject, disposition, id]) => aSettlement(subject, disposition, id)),
      fc.tuple(fc.constantFrom(...decisionNames), about, digest).map(([decision, subject, of]) => decided(decision, subject, of)),
    ),
    { maxLength: 60, size: 'max' },
  )
  .map((entries) => withoutRefused([...[1, 2, 3].map((number) => aRequest(aBindingId(number))), ...entries.flat()]));

function withoutRefused(entries: readonly Entry[]): readonly Entry[] {
  const asked = new Set<string>();
  const settled = new Set<string>();
  return entries.filter(({ body }) => {
    if (body.kind === 'intent') return !asked.has(body.attempt) && asked.add(body.attempt);
    if (body.kind === 'settlement') return asked.has(body.attempt) && !settled.has(body.attempt) && settled.add(body.attempt);
    return true;
  });
}

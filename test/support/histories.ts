import fc from 'fast-check';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { operationNames } from '../../shared/operations.ts';
import {
  aBindingId, aboutArtifact, aboutBinding, aboutEndpoint, aboutEngine, aboutExecution, aboutImage, aboutInstallation, aboutProjection, aboutResource, aDecision, aDigest, anAttemptId,
  anExecutionId, anInstant, anIntent, anObservation, aRequest, aSettlement, theEngine, theInstallation,
} from './builders.ts';

const worker = fc.integer({ min: 1, max: 3 }).map(aBindingId);
const digest = fc.integer({ min: 1, max: 3 }).map(aDigest);

const about = fc.oneof(
  worker.map(aboutBinding),
  fc.tuple(fc.constantFrom('container', 'work', 'state'), worker).map(([role, binding]) => aboutResource(role, binding)),
  fc.tuple(digest, worker).map(([manifest, binding]) => aboutProjection(manifest, binding)),
  fc.tuple(fc.integer({ min: 1, max: 2 }).map(anExecutionId), worker).map(([execution, binding]) => aboutExecution(execution, binding)),
  fc.tuple(fc.constantFrom('/workspace/task/report.md', '/workspace/other'), worker).map(([path, binding]) => aboutArtifact(path, binding)),
  fc.constantFrom(aboutEngine, aboutEndpoint, aboutImage, aboutInstallation),
);

const observation = (subject: Parameters<typeof aSettlement>[0], manifest: ReturnType<typeof aDigest>): fc.Arbitrary<Entry> =>
  fc.constantFrom(
    anObservation('epoch', { epoch: 3, installation: theInstallation }, subject),
    anObservation('engine', { engine: theEngine, state: 'unreachable', version: '', apiVersion: '', reason: 'gone' }, subject),
    anObservation('inventory', { containers: 1, volumes: 1, networks: 1, images: 1, list: manifest }, subject),
    anObservation('present', { id: 'v', created: 'then' }, subject),
    anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, subject),
    anObservation('admitted', { readings: [{ aspect: 'cpu', value: '1', source: 's' }] }, subject),
    anObservation('staged', { manifest, files: 1, bytes: 1 }, subject),
    anObservation('unstaged', { manifests: 1 }, subject),
    anObservation('delivered', { manifest, files: 1, bytes: 1, matched: 1, differing: 0, missing: 0, result: manifest }, subject),
    anObservation('launch_requested', { argv: ['sh'], workingDirectory: '/workspace', environmentNames: [] }, subject),
    anObservation('process', { state: 'running', startedAt: 'now' }, subject),
    anObservation('readiness', { rung: 'task_completed', state: 'seen', says: 'done' }, subject),
    anObservation('exported', { outcome: 'nothing', says: 'empty' }, subject),
    anObservation('checked', { outcome: 'gone', destination: '/out/report.md' }, subject),
  );

const attempt = fc.integer({ min: 1, max: 12 }).map(anAttemptId);

/** Receipts in an order that no console would write: only what the ledger itself refuses is left out. */
export const history: fc.Arbitrary<readonly Entry[]> = fc
  .array(
    fc.oneof(
      worker.map((binding) => aRequest(binding)),
      fc.tuple(about, digest).chain(([subject, manifest]) => observation(subject, manifest)),
      fc.tuple(fc.constantFrom(...operationNames), about, attempt).map(([operation, subject, id]) => anIntent(operation, subject, id)),
      fc.tuple(about, fc.constantFrom('applied' as const, 'no_op' as const, 'refused' as const, 'not_applied' as const), attempt).map(([subject, disposition, id]) => aSettlement(subject, disposition, id)),
      fc.constant(aDecision()),
    ),
    { maxLength: 60 },
  )
  .map(withoutRefused);

function withoutRefused(entries: readonly Entry[]): readonly Entry[] {
  const asked = new Set<string>();
  const settled = new Set<string>();
  return entries.filter(({ body }) => {
    if (body.kind === 'intent') return !asked.has(body.attempt) && asked.add(body.attempt);
    if (body.kind === 'settlement') return asked.has(body.attempt) && !settled.has(body.attempt) && settled.add(body.attempt);
    return true;
  });
}

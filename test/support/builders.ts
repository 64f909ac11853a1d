import type { Entry } from '../../electron/host/ledger/journal.ts';
import { keyFingerprintSchema } from '../../shared/approval.ts';
import type { TransferSource } from '../../shared/external.ts';
import type { Fact, FactValue } from '../../shared/facts.ts';
import {
  attemptIdSchema, bindingIdSchema, digestSchema, endpointSchema, engineIdSchema, executionIdSchema, installationIdSchema, instantOf, seatSchema,
  type AttemptId, type BindingId, type Digest, type ExecutionId, type Instant,
} from '../../shared/ids.ts';
import type { Operation } from '../../shared/operations.ts';
import { consoleItself, operator, parseReceipt, type Decision, type Disposition, type Evidence, type Observation, type Receipt } from '../../shared/receipt.ts';
import { kindOfRole, type ExternalRef, type Ref, type ResourceKind, type ResourceRef, type ResourceRole } from '../../shared/reference.ts';
import { workerSpecSchema, type WorkerSpec } from '../../shared/worker-spec.ts';

/** Thirty-two hexadecimal digits that end in a number. */
export const hexOf = (number: number): string => number.toString(16).padStart(32, '0');

export const anAttemptId = (number = 1): AttemptId => attemptIdSchema.parse(hexOf(0xa0000 + number));
export const aBindingId = (number = 1): BindingId => bindingIdSchema.parse(hexOf(0xb0000 + number));
export const anExecutionId = (number = 1): ExecutionId => executionIdSchema.parse(hexOf(0xe0000 + number));
export const aDigest = (number = 1): Digest => digestSchema.parse(`sha256:${number.toString(16).padStart(64, '0')}`);
export const anInstant = (second = 0): Instant => instantOf(Date.UTC(2026, 0, 1) + second * 1000);

export const theInstallation = installationIdSchema.parse(hexOf(0xf0001));
export const theEngine = engineIdSchema.parse('ENGINE:ONE');
export const theEndpoint = endpointSchema.parse('unix:///run/one.sock');
export const theSeat = seatSchema.parse('reviewer@atlas');

export const aWorkerSpec = (changes: Partial<WorkerSpec> = {}): WorkerSpec => ({
  ...workerSpecSchema.parse({
    endpoint: theEndpoint,
    engine: theEngine,
    seat: theSeat,
    generation: 1,
    image: { reference: 'sample:1', id: `sha256:${'c'.repeat(64)}` },
    resources: { cpuMilli: 500, memoryBytes: 256 * 1024 * 1024, pids: 64 },
    user: { uid: 1000, gid: 1000 },
    network: 'none',
    artifacts: [{ path: '/workspace/task/report.md', maxBytes: 1_000_000 }],
    argv: ['sh', '-c', 'true'],
  }),
  ...changes,
});

type OfWorker = { readonly engine: typeof theEngine; readonly seat: typeof theSeat; readonly binding: BindingId };

const ofWorker = (binding: BindingId): OfWorker => ({ engine: theEngine, seat: theSeat, binding });

export const aboutBinding = (binding = aBindingId()): Ref => ({ kind: 'binding', ...ofWorker(binding) });

export const aboutResource = (role: ResourceRole, binding = aBindingId()): ResourceRef => ({
  kind: 'resource',
  ...ofWorker(binding),
  role,
  resource: kindOfRole[role],
  name: `bw-${role}`,
});

export const aboutProjection = (manifest = aDigest(7), binding = aBindingId()): Ref => ({ kind: 'projection', ...ofWorker(binding), manifest });
export const aboutExecution = (execution = anExecutionId(), binding = aBindingId()): Ref => ({ kind: 'execution', ...ofWorker(binding), execution });
export const aboutArtifact = (path = '/workspace/task/report.md', binding = aBindingId()): Ref => ({ kind: 'artifact', ...ofWorker(binding), path });
export const aboutExternal = (id = 'data', resource: ResourceKind = 'volume'): ExternalRef => ({ kind: 'external', engine: theEngine, resource, id, name: id });
export const aboutEngine: Ref = { kind: 'engine', engine: theEngine };
export const aboutEndpoint: Ref = { kind: 'endpoint', endpoint: theEndpoint };
export const aboutInstallation: Ref = { kind: 'installation' };
export const aboutImage: Ref = { kind: 'image', engine: theEngine, reference: 'sample:1' };

export const aReading = (found = 'as it should be'): Evidence => ({ kind: 'reading', of: 'the thing itself', found, at: anInstant() });

export const anIntent = (operation: Operation, about: Ref, attempt = anAttemptId()): Entry => ({
  actor: operator,
  about,
  body: { kind: 'intent', attempt, operation, params: aDigest(), epoch: 1, deadline: anInstant(60) },
});

export const aSettlement = (about: Ref, disposition: Disposition = 'applied', attempt = anAttemptId()): Entry => ({
  actor: consoleItself,
  about,
  body: { kind: 'settlement', attempt, authorEpoch: 1, disposition, evidence: [{ kind: 'answer', status: 201 }] },
});

export const anObservation = <F extends Fact>(fact: F, value: FactValue<F>, about: Ref): Entry => ({
  actor: consoleItself,
  about,
  body: { kind: 'observation', fact, value, source: 'a test' } as Observation,
});

export const aDecision = (subject = aDigest()): Entry => ({ actor: operator, about: aboutInstallation, body: { kind: 'decision', decision: 'deny', subject } });

/** A decision about something, without its signature: folds do not check those. */
export const decided = (decision: Decision['decision'], about: Ref, subject = aDigest()): Entry => ({ actor: operator, about, body: { kind: 'decision', decision, subject } });

const identityOf = ({ id, resource }: ExternalRef) => ({ id, created: '2026-01-01T00:00:00Z', ...(resource === 'volume' ? { driver: 'local' } : { imageId: 'sha256:image' }) });

/** Something that was looked at and attached. */
export const anAttachment = (about: ExternalRef = aboutExternal(), subject = aDigest(61)): readonly Entry[] => [
  anObservation('proposed', { act: 'attach', subject, endpoint: theEndpoint, identity: identityOf(about), signs: [] }, about),
  decided('attach', about, subject),
];

/** Something that somebody else made, and that was given to this console. */
export const aTransfer = (about: ExternalRef = aboutExternal(), from: TransferSource = { by: 'statement', owner: 'the data team' }, subject = aDigest(62)): readonly Entry[] => [
  anObservation('proposed', { act: 'transfer', subject, endpoint: theEndpoint, identity: identityOf(about), from }, about),
  decided('transfer', aboutEngine, subject),
];

/** What every ledger starts with. */
export const theFirstEpoch = anObservation('epoch', { epoch: 1, installation: theInstallation }, aboutInstallation);

export const aRequest = (binding = aBindingId(), spec = aWorkerSpec()): Entry => anObservation('requested', spec, aboutBinding(binding));

/** An attempt that was asked and settled. */
export const anEffect = (operation: Operation, about: Ref, attempt: AttemptId, disposition: Disposition = 'applied'): readonly Entry[] => [
  anIntent(operation, about, attempt),
  aSettlement(about, disposition, attempt),
];

/** Entries as the receipts they become, numbered from one after `size`. */
export const receiptsFrom = (entries: readonly Entry[], size = 0): readonly Receipt[] =>
  entries.map((entry, index) => parseReceipt({ v: 1, seq: size + index + 1, id: hexOf(size + index + 1), at: anInstant(size + index + 1), ...entry }));

/** A key that asks to decide: not enrolled by that alone. */
export const aKeyOffer = (changes: Partial<FactValue<'key'>> = {}): FactValue<'key'> => ({
  subject: aDigest(77),
  fingerprint: keyFingerprintSchema.parse(`ed25519:${'5'.repeat(64)}`),
  publicKey: `${'A'.repeat(43)}=`,
  name: 'operator',
  scopes: ['close'],
  ...changes,
});

import { z } from 'zod';
import { approvalScopeSchema, keyFingerprintSchema } from './approval.ts';
import { attemptIdSchema, digestSchema, endpointSchema, engineIdSchema, executionIdSchema, installationIdSchema, instantSchema } from './ids.ts';
import { resourceKindSchema, resourceRoleSchema } from './reference.ts';
import { launchRequestSchema, workerSpecSchema } from './worker-spec.ts';

const count = z.number().int().safe().nonnegative();
const text = z.string().max(2000);

/** A property of a running worker that is asked for, admitted by the engine and seen in the guest. */
export const aspectSchema = z.enum(['cpu', 'memory', 'pids', 'capabilities', 'no_new_privileges', 'seccomp', 'user', 'read_only_root', 'network', 'image']);

/** One value of one aspect and where it was read. `value` is text made by one function, so that columns compare. */
export const readingSchema = z.strictObject({
  aspect: aspectSchema,
  value: text.nullable(),
  source: text,
});

export const rungSchema = z.enum(['provider_reachable', 'filesystem_projected', 'process_started', 'team_identity', 'task_completed']);
export const rungStateSchema = z.enum(['seen', 'not_seen', 'unsupported']);

/** Where a guest may get to: the engine's side of its own network, an address far outside, the name of one. */
export const reachTargetSchema = z.enum(['host', 'outside', 'names']);
export const reachSchema = z.strictObject({ target: reachTargetSchema, state: z.enum(['reached', 'not_reached', 'unclear', 'unsupported']), says: text });

/** What identifies a resource beyond its name: never act when one of these differs. */
export const fingerprintSchema = z.strictObject({
  id: z.string().min(1).max(255),
  created: z.string().min(1).max(64),
  imageId: z.string().max(100).optional(),
  driver: z.string().max(100).optional(),
  /** The addresses of a network. */
  subnet: z.string().max(64).optional(),
  /** The attempt whose label it carries: evidence, never ownership itself. */
  attempt: z.string().max(64).optional(),
});

/** Where a nonce can be seen: in what left the worker, what it printed, and what its harness wrote into its home. */
export const seenInSchema = z.enum(['artifact', 'log', 'transcript']);

/** `found`: what was there under its name, and is not it. */
export const absenceReadingSchema = z.strictObject({ via: z.enum(['id', 'listing']), at: instantSchema, found: z.string().max(300).exactOptional() });

const proposing = { subject: digestSchema, endpoint: endpointSchema, identity: fingerprintSchema };

/** One of what is signed once more, by its immutable id; a volume’s is its name. */
const statedSchema = z.strictObject({ resource: resourceKindSchema, id: z.string().min(1).max(255) });

/**
 * Who gave it: another installation by its signed release, or the operator's signed word about an owner outside. Whom that
 * names is typed by a person, so it is kept beside the ledger, by its digest; older receipts have it in clear.
 */
export const transferSourceSchema = z.union([
  z.strictObject({ by: z.literal('release'), installation: installationIdSchema, signer: keyFingerprintSchema, nonce: z.string().regex(/^[0-9a-f]{32}$/) }),
  z.strictObject({ by: z.literal('statement'), named: digestSchema }),
  z.strictObject({ by: z.literal('statement'), owner: z.string().min(1).max(200) }),
]);

/** The last one when it was read; absent where nothing had been launched. */
const ofExecution = { execution: executionIdSchema.exactOptional() };
/** Its process ran when it was read, and may have written it anew since. */
const whileItRan = { ran: z.literal(true).exactOptional() };

/** Each fact's value. A fact is written when it changes, never as a sample. */
export const factValues = {
  /** The first receipt of every process that writes. */
  epoch: z.strictObject({ epoch: count, installation: installationIdSchema }),
  /** A key that asks to decide here. It may, once an `enrol_key` decision names its `subject`. */
  key: z.strictObject({ subject: digestSchema, fingerprint: keyFingerprintSchema, publicKey: z.string().regex(/^[A-Za-z0-9+/]{43}=$/), name: z.string().min(1).max(100), scopes: z.array(approvalScopeSchema).max(8) }),
  engine: z.strictObject({ engine: engineIdSchema.nullable(), state: z.enum(['reachable', 'unreachable']), version: text, apiVersion: text, reason: text }),
  inventory: z.strictObject({ containers: count, volumes: count, networks: count, images: count, list: digestSchema }),
  /** `digest` is what a registry calls it. */
  image: z.strictObject({ id: text, bytes: count, digest: digestSchema.optional() }),
  requested: workerSpecSchema,
  launch_requested: launchRequestSchema,
  present: fingerprintSchema,
  /** `unnamed`: what was read then of the volumes that nobody named, and that a container mounted when it was asked to go. */
  absent: z.strictObject({ readings: z.array(absenceReadingSchema).min(1).max(8), unnamed: z.array(z.strictObject({ name: z.string().max(255), state: z.enum(['absent', 'there']) })).max(1000).exactOptional() }),
  /** An attempt that was closed as not applied took effect after all: what it made is ours. */
  late_effect: z.strictObject({ attempt: attemptIdSchema, id: z.string().max(255).nullable() }),
  /** A look at what a worker has, after a reanchor: until then no effect about it starts. */
  reobserved: z.strictObject({ resources: z.array(z.strictObject({ role: resourceRoleSchema, state: z.enum(['there', 'gone', 'differs']) })).max(8) }),
  /** What a decision of this subject is about to change in the custody of something; nothing before it. */
  proposed: z.discriminatedUnion('act', [
    z.strictObject({ act: z.literal('attach'), ...proposing, signs: z.array(text).max(20) }),
    z.strictObject({ act: z.literal('transfer'), ...proposing, from: transferSourceSchema }),
    /** `anew`: of what was released before, and did not come back; of that, what is `stated`. Older receipts do not name it. */
    z.strictObject({ act: z.literal('release'), subject: digestSchema, to: z.union([installationIdSchema, z.literal('anyone')]), anew: z.literal(true).exactOptional(), stated: z.array(statedSchema).max(16).exactOptional() }),
  ]),
  admitted: z.strictObject({ readings: z.array(readingSchema) }),
  observed: z.strictObject({ readings: z.array(readingSchema) }),
  /** Tried from inside. */
  reach: z.strictObject({ targets: z.array(reachSchema).max(8) }),
  /** How many findings its settings have, and how many context files carry the nonce of this revision. Absent where there are none. */
  staged: z.strictObject({ manifest: digestSchema, files: count, bytes: count, findings: count.exactOptional(), revision: z.strictObject({ nonce: digestSchema, files: count }).exactOptional() }),
  /** The folder of its staged copies is not there: how many manifests were in it when it was last looked at. */
  unstaged: z.strictObject({ manifests: count }),
  delivered: z.strictObject({ manifest: digestSchema, files: count, bytes: count, matched: count, differing: count, missing: count, result: digestSchema }),
  /** The nonce of a context revision in what the worker put out: which file carried it, where it is not only the revision's. */
  ingested: z.strictObject({ manifest: digestSchema, nonce: digestSchema, file: z.string().min(1).max(4096).exactOptional(), seen: seenInSchema, place: text, line: count, offset: count }),
  process: z.discriminatedUnion('state', [
    z.strictObject({ state: z.literal('running'), startedAt: text }),
    z.strictObject({ state: z.literal('exited'), startedAt: text, finishedAt: text, exitCode: z.number().int(), outOfMemory: z.boolean() }),
  ]),
  readiness: z.strictObject({ rung: rungSchema, state: rungStateSchema, says: text }),
  exported: z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.enum(['published', 'already_there']), digest: digestSchema, bytes: count, destination: text, ...ofExecution, ...whileItRan }),
    z.strictObject({ outcome: z.literal('nothing'), says: text, ...ofExecution }),
    z.strictObject({ outcome: z.literal('refused'), says: text, ...ofExecution }),
  ]),
  /** What is where a result went, read afresh: apart from its export, and after it. */
  checked: z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('matches'), digest: digestSchema, bytes: count, destination: text }),
    z.strictObject({ outcome: z.literal('differs'), says: text, destination: text }),
    z.strictObject({ outcome: z.literal('gone'), destination: text }),
  ]),
} as const;

export type Fact = keyof typeof factValues;
export type FactValue<F extends Fact = Fact> = z.infer<(typeof factValues)[F]>;
export const factNames = Object.keys(factValues) as [Fact, ...Fact[]];

export type Aspect = z.infer<typeof aspectSchema>;
export type Reading = z.infer<typeof readingSchema>;
export type ReachTarget = z.infer<typeof reachTargetSchema>;
export type Reach = z.infer<typeof reachSchema>;
export type Rung = z.infer<typeof rungSchema>;
export type RungState = z.infer<typeof rungStateSchema>;
export type Fingerprint = z.infer<typeof fingerprintSchema>;
export type SeenIn = z.infer<typeof seenInSchema>;
export type AbsenceReading = z.infer<typeof absenceReadingSchema>;

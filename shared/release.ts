import { z } from 'zod';
import { approvalSchema, type KeyFingerprint } from './approval.ts';
import { fingerprintSchema } from './facts.ts';
import { engineIdSchema, installationIdSchema, instantSchema, type Digest, type EngineId, type InstallationId, type Instant } from './ids.ts';
import { resourceKindSchema } from './reference.ts';

/** For whom a release is: one installation, or whoever holds it. */
export const receiverSchema = z.union([installationIdSchema, z.literal('anyone')]);

/** What one installation gives away, as its operator signs it: each thing by everything that identifies it. */
export const releaseStatementSchema = z.strictObject({
  v: z.literal(1),
  kind: z.literal('release'),
  installation: installationIdSchema,
  engine: engineIdSchema,
  to: receiverSchema,
  /** What it was there, for people. */
  of: z.string().min(1).max(200),
  resources: z.array(z.strictObject({ resource: resourceKindSchema, name: z.string().min(1).max(255), identity: fingerprintSchema })).min(1).max(16),
  /** Names this release: it is taken up once. */
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  at: instantSchema,
  until: instantSchema,
});

/** The file that travels. It may do so by any road: whoever takes it up verifies it. */
export const releaseFileSchema = z.strictObject({
  statement: releaseStatementSchema,
  approval: approvalSchema,
  /** Raw Ed25519, base64: what the signature is checked with. Whose it is, its fingerprint by another road shows. */
  publicKey: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
});

export type Receiver = z.infer<typeof receiverSchema>;
export type ReleaseStatement = z.infer<typeof releaseStatementSchema>;
export type ReleaseFile = z.infer<typeof releaseFileSchema>;
export type ReleasedResource = ReleaseStatement['resources'][number];

/** A release as it is shown before it is taken up. */
export interface ReleaseOffer {
  /** Names it while it is shown. */
  readonly offer: string;
  readonly file: string;
  readonly statement: ReleaseStatement;
  readonly signer: KeyFingerprint;
  /** A release that this console signed before gives some of it to somebody else, for so long. */
  readonly givenElsewhereUntil?: Instant;
}

export type ReleaseProblem = 'bad_signature' | 'other_statement' | 'other_engine' | 'other_receiver' | 'own' | 'expired' | 'taken';

export interface ReleaseUse {
  readonly installation: InstallationId;
  readonly engine: EngineId;
  readonly now: Instant;
  /** Of the statement, as it is read here. */
  readonly subject: Digest;
  /** Whether its signature fits the key that came with it, and the key its fingerprint. */
  readonly isSigned: boolean;
  readonly isTaken: (nonce: string) => boolean;
}

/** The time for which a release may be taken up is over. */
export const isExpired = ({ until }: Pick<ReleaseStatement, 'until'>, now: Instant): boolean => until <= now;

/** Why a release is not taken up here, whoever signed it. */
export function releaseProblem({ statement, approval }: ReleaseFile, use: ReleaseUse): ReleaseProblem | undefined {
  if (!use.isSigned) return 'bad_signature';
  if (approval.decision !== 'release' || approval.scope !== 'transfer' || approval.subject !== use.subject) return 'other_statement';
  if (statement.installation === use.installation) return 'own';
  if (statement.engine !== use.engine) return 'other_engine';
  if (statement.to !== 'anyone' && statement.to !== use.installation) return 'other_receiver';
  if (isExpired(statement, use.now)) return 'expired';
  return use.isTaken(statement.nonce) ? 'taken' : undefined;
}

export function describeReleaseProblem(problem: ReleaseProblem): string {
  switch (problem) {
    case 'bad_signature': return 'its signature does not fit';
    case 'other_statement': return 'its signature is for something else';
    case 'own': return 'this console gave it away itself';
    case 'other_engine': return 'it is about another engine';
    case 'other_receiver': return 'it is for another console';
    case 'expired': return 'its time is over';
    case 'taken': return 'it was taken up already';
  }
}


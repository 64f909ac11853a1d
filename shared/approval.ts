import { z } from 'zod';
import { canonicalText } from './canonical.ts';
import { digestSchema, instantSchema, type Instant } from './ids.ts';
import type { Json } from './json.ts';

/** What a key may sign for. Two people may hold them; they are never assumed to be one. */
export const approvalScopeSchema = z.enum(['run', 'spend', 'destroy', 'transfer', 'waive', 'close', 'accept', 'reanchor']);
export const approvableSchema = z.enum(['approve', 'waive', 'transfer', 'release', 'close_attempt', 'reanchor', 'accept_finding', 'enrol_key', 'retire_key']);

/** `ed25519:` and the SHA-256 of the raw public key. */
export const keyFingerprintSchema = z.string().regex(/^ed25519:[0-9a-f]{64}$/).brand<'KeyFingerprint'>();

const unsigned = {
  v: z.literal(1),
  decision: approvableSchema,
  /** The digest of exactly what was shown. */
  subject: digestSchema,
  approver: keyFingerprintSchema,
  scope: approvalScopeSchema,
  expires: instantSchema,
  /** Names this approval: it is used once. */
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
};

/** A signed decision about one subject. It may travel any road: whoever executes it verifies it there and then. */
export const approvalSchema = z.strictObject({ ...unsigned, signature: z.string().regex(/^[A-Za-z0-9+/]{86}==$/) });

export type ApprovalScope = z.infer<typeof approvalScopeSchema>;
export type Approvable = z.infer<typeof approvableSchema>;
export type KeyFingerprint = z.infer<typeof keyFingerprintSchema>;
export type Approval = z.infer<typeof approvalSchema>;
export type UnsignedApproval = Omit<Approval, 'signature'>;

/** The bytes that are signed: a fixed first line keeps them from being anything else's. */
export function approvalText({ v, decision, subject, approver, scope, expires, nonce }: UnsignedApproval): string {
  return `bailiwick approval v1\n${canonicalText({ v, decision, subject, approver, scope, expires, nonce } satisfies Json)}`;
}

/** Which scope a decision needs. */
export function scopeOf(decision: Approvable): ApprovalScope {
  switch (decision) {
    case 'approve': return 'run';
    case 'waive': return 'waive';
    case 'transfer':
    case 'release': return 'transfer';
    case 'close_attempt': return 'close';
    case 'reanchor': return 'reanchor';
    case 'accept_finding': return 'accept';
    case 'enrol_key':
    case 'retire_key': return 'accept';
  }
}

/** A key that may decide, as its enrolment tells it. */
export interface Approver {
  readonly fingerprint: KeyFingerprint;
  /** Raw Ed25519, base64. */
  readonly publicKey: string;
  readonly name: string;
  readonly scopes: readonly ApprovalScope[];
  readonly retired: boolean;
}

export type ApprovalProblem = 'unknown_key' | 'retired_key' | 'wrong_scope' | 'wrong_decision' | 'wrong_subject' | 'expired' | 'used' | 'bad_signature';

export interface ApprovalUse {
  readonly decision: Approvable;
  readonly subject: Approval['subject'];
  readonly now: Instant;
  readonly isUsed: (nonce: string) => boolean;
}

/** Everything about an approval but its signature, which the host checks with the key found here. */
export function checkApproval(approval: Approval, approvers: readonly Approver[], use: ApprovalUse): { readonly ok: true; readonly approver: Approver } | { readonly ok: false; readonly problem: ApprovalProblem } {
  const approver = approvers.find(({ fingerprint }) => fingerprint === approval.approver);
  if (!approver) return { ok: false, problem: 'unknown_key' };
  if (approver.retired) return { ok: false, problem: 'retired_key' };
  const needed = scopeOf(use.decision);
  if (approval.decision !== use.decision) return { ok: false, problem: 'wrong_decision' };
  if (approval.scope !== needed || !approver.scopes.includes(needed)) return { ok: false, problem: 'wrong_scope' };
  if (approval.subject !== use.subject) return { ok: false, problem: 'wrong_subject' };
  // At its expiry it is expired: the fixed width makes text comparison a comparison of times.
  if (approval.expires <= use.now) return { ok: false, problem: 'expired' };
  if (use.isUsed(approval.nonce)) return { ok: false, problem: 'used' };
  return { ok: true, approver };
}

export function describeProblem(problem: ApprovalProblem): string {
  switch (problem) {
    case 'unknown_key': return 'it is signed with a key that is not enrolled here';
    case 'retired_key': return 'its key was retired';
    case 'wrong_scope': return 'its key may not sign for this';
    case 'wrong_decision': return 'it decides something else';
    case 'wrong_subject': return 'it is about something else than what is there now';
    case 'expired': return 'it has expired';
    case 'used': return 'it was used already';
    case 'bad_signature': return 'its signature does not fit';
  }
}

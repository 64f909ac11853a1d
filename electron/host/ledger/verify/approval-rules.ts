import { z } from 'zod';
import { approvalScopeSchema, approvalSchema, checkApproval, describeProblem, keyFingerprintSchema, type Approval, type Approver, type KeyFingerprint } from '../../../../shared/approval.ts';
import { waiverSubject } from '../../../../shared/execution-results.ts';
import { bindingIdSchema, digestSchema, executionIdSchema, instantSchema } from '../../../../shared/ids.ts';
import { fingerprintOf, isSignedBy } from '../approval-signature.ts';
import { digestOf } from '../digest.ts';

/** A decision with the signed object that it names, and a key's offer: as much of both as these rules read. */
const decidingSchema = z.object({
  at: instantSchema,
  approval: z.string().optional(),
  body: z.object({ kind: z.literal('decision'), decision: z.string(), subject: digestSchema, execution: executionIdSchema.nullable().optional(), approval: approvalSchema.optional() }),
});
const givingUpSchema = z.object({ about: z.object({ kind: z.literal('artifact'), binding: bindingIdSchema, path: z.string() }) });
const offerSchema = z.object({
  body: z.object({
    fact: z.literal('key'),
    value: z.object({ subject: digestSchema, fingerprint: keyFingerprintSchema, publicKey: z.string().regex(/^[A-Za-z0-9+/]{43}=$/), name: z.string(), scopes: z.array(approvalScopeSchema) }),
  }),
});

type Deciding = z.infer<typeof decidingSchema>;

/** Follows which keys may decide, and checks each signed decision against those that might at its place in the order. */
export class ApprovalRules {
  readonly #isPartial: boolean;
  readonly #offered = new Map<string, Approver>();
  readonly #enrolled = new Map<KeyFingerprint, Approver>();
  #unchecked = 0;

  /** `isPartial`: receipts may be missing, and with them the enrolment of a key. */
  constructor({ isPartial }: { readonly isPartial: boolean }) {
    this.#isPartial = isPartial;
  }

  /** Decisions whose key's enrolment is not among the receipts. */
  get unchecked(): number {
    return this.#unchecked;
  }

  seeOffer(receipt: unknown): string | undefined {
    const offer = offerSchema.safeParse(receipt);
    if (!offer.success) return 'it offers a key that cannot be read';
    const { subject, fingerprint, publicKey, name, scopes } = offer.data.body.value;
    if (fingerprintOf(publicKey) !== fingerprint) return 'it offers a key under the fingerprint of another one';
    this.#offered.set(subject, { fingerprint, publicKey, name, scopes, retired: false });
    return undefined;
  }

  seeDecision(receipt: unknown): string | undefined {
    const deciding = decidingSchema.safeParse(receipt);
    if (!deciding.success) return 'its approval cannot be read';
    const broken = deciding.data.body.approval && this.#brokenApproval(deciding.data, deciding.data.body.approval);
    if (broken) return broken;
    if (!namesWhatWasSigned(receipt, deciding.data.body)) return 'it names another execution than the one whose result was given up';
    this.#enrol(deciding.data.body);
    return undefined;
  }

  #brokenApproval({ at, approval: nonce, body }: Deciding, approval: Approval): string | undefined {
    if (nonce !== approval.nonce) return 'its approval is not the one that it uses up';
    const approvers = this.#approversOf(body);
    if (this.#isPartial && !approvers.some(({ fingerprint }) => fingerprint === approval.approver)) {
      this.#unchecked += 1;
      return undefined;
    }
    if (body.decision !== approval.decision) return 'its approval does not hold: it decides something else';
    const checked = checkApproval(approval, approvers, { decision: approval.decision, subject: body.subject, now: at, isUsed: () => false });
    if (!checked.ok) return `its approval does not hold: ${describeProblem(checked.problem)}`;
    return isSignedBy(approval, checked.approver.publicKey) ? undefined : `its approval does not hold: ${describeProblem('bad_signature')}`;
  }

  /** The first key of a ledger vouches for itself; nobody was there who could. */
  #approversOf({ decision, subject }: Deciding['body']): readonly Approver[] {
    const offered = this.#offered.get(subject);
    const vouchesForItself = decision === 'enrol_key' && offered !== undefined && this.#enrolled.size === 0;
    return vouchesForItself ? [offered] : [...this.#enrolled.values()];
  }

  #enrol({ decision, subject }: Deciding['body']): void {
    const offered = this.#offered.get(subject);
    if (!offered || (decision !== 'enrol_key' && decision !== 'retire_key')) return;
    const known = this.#enrolled.get(offered.fingerprint);
    if (!known?.retired) this.#enrolled.set(offered.fingerprint, { ...(known ?? offered), retired: decision === 'retire_key' });
  }
}

/** Which execution it is of is signed as a part of the subject. */
function namesWhatWasSigned(receipt: unknown, { subject, execution }: Deciding['body']): boolean {
  if (execution === undefined) return true;
  const givingUp = givingUpSchema.safeParse(receipt);
  return givingUp.success && digestOf(waiverSubject(givingUp.data.about.binding, givingUp.data.about.path, execution)) === subject;
}

import { checkApproval, describeProblem, type ApprovalProblem } from '../../../shared/approval.ts';
import { instantOf } from '../../../shared/ids.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { Permit } from '../attempts/permit.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import { isSignedBy } from './signing-key.ts';

/** Verifies an approval against the keys enrolled in this ledger: what travelled with it counts for nothing. */
export function permitFrom(journal: Journal, now: () => number = Date.now): Permit {
  return (decision, subject, approval) => {
    const checked = checkApproval(approval, [...journal.world.approvers.values()], {
      decision,
      subject: digestOf(subject),
      now: instantOf(now()),
      isUsed: (nonce) => journal.isApprovalUsed(nonce),
    });
    if (!checked.ok) return refusedFor(checked.problem);
    return isSignedBy(approval, checked.approver.publicKey) ? ok(null) : refusedFor('bad_signature');
  };
}

const refusedFor = (problem: ApprovalProblem): Result<never> =>
  refused(refusal('blocked', `The approval is not taken: ${describeProblem(problem)}.`, 'Ask for a new approval of what is there now.'));

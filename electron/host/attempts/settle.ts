import { assertNever } from '../../../shared/assert-never.ts';
import type { Blocker } from '../../../shared/inbox.ts';
import type { Instant } from '../../../shared/ids.ts';
import type { Disposition, Evidence } from '../../../shared/receipt.ts';
import type { Answer } from './answer.ts';
import type { GoalReading } from './goal.ts';

export type Verdict =
  | { readonly kind: 'settle'; readonly disposition: Exclude<Disposition, 'not_applied'>; readonly evidence: readonly Evidence[]; readonly says: string; readonly id?: string }
  /** The answer alone settles nothing: the goal state has to be read. */
  | { readonly kind: 'look'; readonly says: string }
  | { readonly kind: 'leave_open'; readonly says: string; readonly blocker: Blocker };

/** What an answer means by itself. Only a success that fits, "so already" and a plain refusal settle. */
export function verdictOnAnswer(answer: Answer, at: Instant): Verdict {
  switch (answer.kind) {
    case 'applied': return { kind: 'settle', disposition: 'applied', evidence: [answerEvidence(answer)], says: 'applied', ...(answer.id !== undefined && { id: answer.id }) };
    case 'already': return { kind: 'settle', disposition: 'no_op', evidence: [answerEvidence(answer)], says: 'it was so already' };
    case 'refused': return { kind: 'settle', disposition: 'refused', evidence: [answerEvidence(answer), reading('the answer', answer.says, at)], says: answer.says };
    case 'not_sent': return { kind: 'settle', disposition: 'refused', evidence: [reading('the connection', `nothing was sent: ${answer.says}`, at)], says: `Nothing was sent: ${answer.says}` };
    case 'ambiguous':
    case 'unclear': return { kind: 'look', says: answer.says };
    default: return assertNever(answer);
  }
}

/** What the answer and one look at the goal state mean together. */
export function verdictAfterLook(answer: Answer | undefined, goal: GoalReading, at: Instant): Verdict {
  switch (goal.kind) {
    case 'shown': return { kind: 'settle', disposition: goal.disposition, evidence: goal.evidence, says: goal.says, ...(goal.id !== undefined && { id: goal.id }) };
    case 'unreadable': return { kind: 'leave_open', says: goal.says, blocker: goal.blocker };
    case 'not_shown':
      if (answer?.kind !== 'ambiguous') return { kind: 'leave_open', says: goal.says, blocker: 'goal_not_shown' };
      return goal.instead ? { kind: 'settle', ...goal.instead, evidence: [answerEvidence(answer), ...goal.instead.evidence], says: goal.says } : refusedAfterLook(answer, goal.says, at);
    default: return assertNever(goal);
  }
}

/** The engine named our request in a refusal, and the thing itself shows no effect of ours. */
function refusedAfterLook(answer: Extract<Answer, { kind: 'ambiguous' }>, found: string, at: Instant): Verdict {
  const evidence = [answerEvidence(answer), reading('the answer', answer.says, at), reading('the goal state', found, at)];
  return { kind: 'settle', disposition: 'refused', evidence, says: answer.says };
}

const answerEvidence = (answer: { readonly status: number; readonly id?: string }): Evidence => ({ kind: 'answer', status: answer.status, ...(answer.id !== undefined && { id: answer.id }) });

const reading = (of: string, found: string, at: Instant): Evidence => ({ kind: 'reading', of, found, at });

/** Texts from outside, cut to what a receipt holds and without the broken characters that have no canonical text. */
export function legible(evidence: Evidence): Evidence {
  switch (evidence.kind) {
    case 'reading': return { ...evidence, of: cut(evidence.of, 300), found: cut(evidence.found, 500) };
    case 'answer': return evidence.id === undefined ? evidence : { ...evidence, id: cut(evidence.id, 255) };
    case 'bytes': return evidence;
    default: return assertNever(evidence);
  }
}

// Cutting may split a pair of surrogates.
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

import type { Attempt } from './attempt.ts';
import type { Intent, Receipt, Settlement } from './receipt.ts';

/** One attempt from its own receipts; absent where its intent is not among them. */
export function foldAttempt(receipts: readonly Receipt[]): Attempt | undefined {
  let attempt: Attempt | undefined;
  for (const receipt of receipts) {
    if (receipt.body.kind === 'intent') attempt = startedBy(receipt, receipt.body);
    else if (receipt.body.kind === 'settlement' && attempt?.id === receipt.body.attempt) attempt = settledBy(attempt, receipt, receipt.body);
  }
  return attempt;
}

export const startedBy = ({ seq, at, about, actor }: Receipt, { attempt, operation, epoch, deadline, params }: Intent): Attempt => ({
  id: attempt, operation, about, actor,
  intent: { seq, at, epoch, deadline, params },
});

export const settledBy = (attempt: Attempt, { seq, at }: Receipt, { disposition, evidence }: Settlement): Attempt => ({
  ...attempt,
  settlement: { seq, at, disposition, evidence },
});

import type { Attempt } from './attempt.ts';
import type { AttemptId, BindingId } from './ids.ts';
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

/** Every attempt about one worker that its receipts tell of, also those in whose place another one stands by now: too many to keep of all workers. */
export class AttemptsAbout {
  readonly #binding: BindingId;
  readonly #attempts = new Map<AttemptId, Attempt>();

  constructor(binding: BindingId) {
    this.#binding = binding;
  }

  add(receipt: Receipt): void {
    const { about, body } = receipt;
    if (body.kind === 'intent' && 'binding' in about && about.binding === this.#binding) this.#attempts.set(body.attempt, startedBy(receipt, body));
    if (body.kind !== 'settlement') return;
    const asked = this.#attempts.get(body.attempt);
    if (asked) this.#attempts.set(asked.id, settledBy(asked, receipt, body));
  }

  get all(): readonly Attempt[] {
    return [...this.#attempts.values()];
  }
}

import type { Attempt } from './attempt.ts';
import type { AttemptId, BindingId } from './ids.ts';
import type { Intent, Receipt, Settlement } from './receipt.ts';
import type { World } from './world.ts';

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

  /** `world` is the one that this receipt is folded into. */
  add(receipt: Receipt, world: Pick<World, 'bindings'>): void {
    const { body } = receipt;
    if (body.kind === 'intent' && this.#isAboutIt(receipt, world)) this.#attempts.set(body.attempt, startedBy(receipt, body));
    if (body.kind !== 'settlement') return;
    const asked = this.#attempts.get(body.attempt);
    if (asked) this.#attempts.set(asked.id, settledBy(asked, receipt, body));
  }

  /** What came back is asked for by itself, and its receipts are named where they tell of this worker. */
  #isAboutIt({ seq, about }: Receipt, { bindings }: Pick<World, 'bindings'>): boolean {
    return 'binding' in about ? about.binding === this.#binding : bindings.get(this.#binding)?.elsewhere?.at(-1) === seq;
  }

  get all(): readonly Attempt[] {
    return [...this.#attempts.values()];
  }
}

import type { Attempt } from '../../../shared/attempt.ts';
import type { Blocker } from '../../../shared/inbox.ts';
import type { Json } from '../../../shared/json.ts';
import type { Operation } from '../../../shared/operations.ts';
import type { Disposition, Evidence } from '../../../shared/receipt.ts';
import type { Refusal } from '../../../shared/refusal.ts';

/** What one look at an attempt's goal state showed. */
export type GoalReading =
  /** The evidence settles it: usually `applied`; `no_op` or `refused` where another's work stands in the way. */
  | { readonly kind: 'shown'; readonly disposition: Exclude<Disposition, 'not_applied'>; readonly evidence: readonly Evidence[]; readonly id?: string; readonly says: string }
  /** Not reached as far as one look can tell: it stays open. */
  | { readonly kind: 'not_shown'; readonly says: string; readonly instead?: InTheWay }
  /** Nothing could be read: it stays open. */
  | { readonly kind: 'unreadable'; readonly says: string; readonly blocker: Blocker };

/**
 * What stands where the goal would be. It settles an attempt only together with the other side's own answer: a request
 * whose answer was lost may still arrive, when what stands there is gone.
 */
export interface InTheWay {
  readonly disposition: Extract<Disposition, 'no_op' | 'refused'>;
  readonly evidence: readonly Evidence[];
}

/** Why an attempt stays open where its engine, or what is on it, could not be looked at: what answers as something else is not silent. */
export const blockerOf = ({ code }: Refusal): Blocker => (code === 'engine_changed' || code === 'identity_changed' ? 'identity_changed' : 'engine_unreachable');

/** Reads the goal state of an open attempt. `params` is absent where the document was forgotten. */
export type GoalReader = (attempt: Attempt, params: Json | undefined) => Promise<GoalReading>;

/** One reader per operation: a new operation does not compile without one. */
export type GoalReaders = Readonly<Record<Operation, GoalReader>>;

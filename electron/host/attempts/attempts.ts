import type { Attempt } from '../../../shared/attempt.ts';
import type { AttemptId } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import type { Operation } from '../../../shared/operations.ts';
import type { Actor, Disposition } from '../../../shared/receipt.ts';
import type { Ref } from '../../../shared/reference.ts';
import type { Refusal } from '../../../shared/refusal.ts';
import type { Result } from '../../../shared/result.ts';
import type { Answer } from './answer.ts';
import type { EffectToken } from './effect-token.ts';
import type { GoalReading } from './goal.ts';
import type { Mutations } from './mutations.ts';

export interface AttemptRequest {
  readonly operation: Operation;
  readonly about: Ref;
  /** What is asked, without secrets: kept beside the ledger, its digest in the intent. */
  readonly params: Json;
  /** What `params` names by digest, kept with it. */
  readonly documents?: readonly Json[];
  readonly actor: Actor;
  readonly deadlineSeconds: number;
}

export type Asked = Pick<AttemptRequest, 'operation' | 'about' | 'actor'>;

/** How a run ended, for the code that asked. The receipts say more. */
export type AttemptOutcome =
  | { readonly kind: 'settled'; readonly attempt: AttemptId; readonly disposition: Disposition; readonly says: string; readonly id?: string }
  | { readonly kind: 'unconfirmed'; readonly attempt: AttemptId; readonly says: string }
  /** No intent was written, so nothing was done. */
  | { readonly kind: 'not_started'; readonly refusal: Refusal };

/** The one way to an effect. */
export interface Attempts {
  /** Attempts whose call is under way in this process. */
  readonly calling: ReadonlySet<AttemptId>;
  /** Reads the goal state of one open attempt, once, and settles it if that shows the goal. */
  lookAgain(id: AttemptId): Promise<AttemptOutcome>;
  /** Why an attempt like this would not start now, if it would not. */
  barTo(asked: Asked): Refusal | undefined;
  /** One look for every open attempt that no call of this process stands behind. */
  reconcile(which?: (attempt: Attempt) => boolean): Promise<void>;
  /** Ends every call under way, takes a strictly later epoch, and looks at what is open. Nothing starts meanwhile. */
  renewEpoch(): Promise<Result<null>>;
  /** One reading of an open attempt's goal state, which settles nothing. */
  readGoal(attempt: Attempt): Promise<GoalReading>;
  /** Commits the intent, makes the one call, settles by evidence. Never throws for what the effect's other side does. */
  run(request: AttemptRequest, effect: (mutations: Mutations, token: EffectToken) => Promise<Answer>): Promise<AttemptOutcome>;
}

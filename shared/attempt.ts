import { assertNever } from './assert-never.ts';
import type { Evident } from './evidence-mark.ts';
import type { AttemptId, Digest, Instant } from './ids.ts';
import { labelOf, type Operation } from './operations.ts';
import type { Actor, Disposition, Evidence } from './receipt.ts';
import type { Ref } from './reference.ts';

/** One try of one effect, as its receipts tell it. */
export interface Attempt {
  readonly id: AttemptId;
  readonly operation: Operation;
  readonly about: Ref;
  readonly actor: Actor;
  readonly intent: { readonly seq: number; readonly at: Instant; readonly epoch: number; readonly deadline: Instant; readonly params: Digest };
  /** Absent while it is open. */
  readonly settlement?: { readonly seq: number; readonly at: Instant; readonly disposition: Disposition; readonly evidence: readonly Evidence[] };
}

/** What the answer says where this console ended a call itself, before anything came of it. */
export const endedByConsole = 'this console ended it before anything appeared there';

/** Its settlement is no refusal by anybody: this console ended the call. */
export const wasEnded = ({ settlement }: Attempt): boolean => settlement?.disposition === 'refused' && settlement.evidence.some((evidence) => evidence.kind === 'reading' && evidence.found === endedByConsole);

/** What was read of a container that was asked to stop, where it was not there any more. */
export const foundAbsent = 'absent: it does not run';

/** That it was not there settled this, and nothing else did: whether what was asked brought that about is not known. */
export const wasFoundAbsent = ({ settlement }: { readonly settlement?: Pick<NonNullable<Attempt['settlement']>, 'evidence'> }): boolean => settlement?.evidence.some((evidence) => evidence.kind === 'reading' && evidence.found === foundAbsent) ?? false;

/**
 * `calling`: its call is under way in this process. `unconfirmed`: open, and its call is over: it may or may not have
 * happened, and nothing is asked again until evidence settles it.
 */
export type AttemptState = 'calling' | 'unconfirmed' | Disposition;

export function stateOf(attempt: Attempt, calling: ReadonlySet<AttemptId>): AttemptState {
  if (attempt.settlement) return attempt.settlement.disposition;
  return calling.has(attempt.id) ? 'calling' : 'unconfirmed';
}

/** An attempt in the window's grammar. */
export function attemptEvident(attempt: Attempt, calling: ReadonlySet<AttemptId>): Evident {
  const label = labelOf(attempt.operation);
  const state = stateOf(attempt, calling);
  switch (state) {
    case 'calling': return { mark: 'asked', says: `${label}: asked, no answer yet` };
    case 'unconfirmed': return { mark: 'unconfirmed', says: `${label}: unconfirmed` };
    case 'applied': return { mark: 'accepted', says: `${label}: applied` };
    case 'no_op': return { mark: 'accepted', says: `${label}: was so already` };
    case 'refused': return { mark: 'refused', says: `${label}: refused` };
    case 'not_applied': return { mark: 'none', says: `${label}: not applied` };
    default: return assertNever(state);
  }
}

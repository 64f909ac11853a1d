import type { AttemptId } from '../../../shared/ids.ts';
import type { Operation } from '../../../shared/operations.ts';

/** Permission for one call of one attempt. Only this folder mints them; every mutating method spends one first. */
export interface EffectToken {
  readonly attempt: AttemptId;
  readonly operation: Operation;
  readonly epoch: number;
}

export class EffectWithoutAttemptError extends Error {
  override name = 'EffectWithoutAttemptError';
}

const unspent = new WeakSet<EffectToken>();

export function mintToken(attempt: AttemptId, operation: Operation, epoch: number): EffectToken {
  const token = Object.freeze({ attempt, operation, epoch });
  unspent.add(token);
  return token;
}

/** Throws unless the token was minted for this operation and has not been used. A look-alike object is not a token. */
export function spendToken(token: EffectToken, operation: Operation): void {
  if (!unspent.has(token)) throw new EffectWithoutAttemptError(`${operation}: no attempt stands behind this call, or its one call was made`);
  if (token.operation !== operation) throw new EffectWithoutAttemptError(`${operation}: this attempt is for ${token.operation}`);
  unspent.delete(token);
}

/** Takes the permission back when the call is over. True if it was never used: then nothing was done, nor can be any more. */
export function revokeToken(token: EffectToken): boolean {
  return unspent.delete(token);
}

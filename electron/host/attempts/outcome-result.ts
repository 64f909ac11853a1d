import { assertNever } from '../../../shared/assert-never.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { AttemptOutcome } from './attempts.ts';

/** What an attempt's end means for the step that asked: it may go on, or here is why not. */
export function resultOf(outcome: AttemptOutcome): Result<{ readonly id?: string }> {
  switch (outcome.kind) {
    case 'not_started': return refused(outcome.refusal);
    case 'unconfirmed': return refused(refusal('unconfirmed', `It may or may not have happened: ${outcome.says}.`, 'Look again. Nothing is asked twice until the engine shows which.'));
    case 'settled': return resultOfSettled(outcome);
    default: return assertNever(outcome);
  }
}

function resultOfSettled(outcome: Extract<AttemptOutcome, { kind: 'settled' }>): Result<{ readonly id?: string }> {
  switch (outcome.disposition) {
    case 'applied':
    case 'no_op': return ok(outcome.id === undefined ? {} : { id: outcome.id });
    case 'refused':
    case 'not_applied': return refused(refusal('engine_failed', `It was refused: ${outcome.says}.`, 'Nothing was changed by this attempt. Mend what the answer names, then try again.'));
    default: return assertNever(outcome.disposition);
  }
}

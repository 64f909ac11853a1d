import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { refused, type Result } from '../../../shared/result.ts';
import type { Journal } from './journal.ts';
import { LedgerNotWritableError } from './ledger-errors.ts';

const todo = 'Mend what stands in the way, then try again.';

/** Why nothing can be written now: neither a decision, which is a receipt, nor what a long look is about to find. */
export const writableBar = ({ writable }: Pick<Journal, 'writable'>, lost = 'no decision can be written'): Refusal | undefined =>
  writable ? undefined : refusal('ledger_not_writable', `The ledger takes no writes, so ${lost}.`, todo);

/** The ledger may turn out not to take a receipt only when one is to be written: that is a refusal too. */
export async function whenWritten<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LedgerNotWritableError) return refused(refusal('ledger_not_writable', error.message, todo));
    throw error;
  }
}

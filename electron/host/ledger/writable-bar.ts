import { refusal, type Refusal } from '../../../shared/refusal.ts';
import type { Journal } from './journal.ts';

/** A decision is a receipt: why none can be made now, where none can be written. */
export const writableBar = ({ writable }: Pick<Journal, 'writable'>): Refusal | undefined =>
  writable ? undefined : refusal('ledger_not_writable', 'The ledger takes no writes, so no decision can be written.', 'Mend what stands in the way, then try again.');

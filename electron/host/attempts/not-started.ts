import { refusal } from '../../../shared/refusal.ts';
import type { LedgerNotWritableError } from '../ledger/ledger-errors.ts';
import type { AttemptOutcome } from './attempts.ts';

type NotStarted = Extract<AttemptOutcome, { kind: 'not_started' }>;

export const notOpen: NotStarted = { kind: 'not_started', refusal: refusal('not_found', 'This attempt is settled, or was never made.', 'Open its receipts to see how it ended.') };

export const notWritable = (error: LedgerNotWritableError): NotStarted => ({
  kind: 'not_started',
  refusal: refusal('ledger_not_writable', error.message, 'Nothing was started. Mend what stands in the way, then try again.'),
});

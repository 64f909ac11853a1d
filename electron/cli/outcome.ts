import type { Report } from '../host/ledger/verify/store-report.ts';
import type { Verdict } from '../host/ledger/verify/verdict.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';

/** What was read, whatever was found in it. */
export interface Verified {
  readonly kind: 'bundle' | 'database';
  readonly file: string;
  readonly report: Report;
  /** Who writes to a database at the same time. */
  readonly holder: string | null;
}

export function exitCodeOf(verdict: Verdict): ExitCode {
  switch (verdict) {
    case 'verified': return exitCodes.verified;
    case 'broken': return exitCodes.broken;
    case 'consistent_signer_not_known':
    case 'consistent_not_signed': return exitCodes.notVerified;
  }
}

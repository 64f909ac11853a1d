import type { VerifyReport } from '../../../../shared/bridge-values.ts';
import type { Report } from './store-report.ts';

export type Verdict = VerifyReport['verdict'];

export function verdictOf({ verdict, seal }: Report): Verdict {
  if (verdict === 'broken') return 'broken';
  if (!seal) return 'consistent_not_signed';
  return seal.isKnown ? 'verified' : 'consistent_signer_not_known';
}

import { wasFoundAbsent, type Attempt } from '../../shared/attempt.ts';
import type { Evident } from '../../shared/evidence-mark.ts';

type Settlement = NonNullable<Attempt['settlement']>;

const settledMarks = { applied: 'accepted', no_op: 'accepted', refused: 'refused', not_applied: 'none' } as const;

/** How an attempt came to its end, before the time of that. Only what was answered is called so. */
export const settlementEvident = (settlement: Pick<Settlement, 'disposition' | 'evidence'>): Evident => ({ mark: settledMarks[settlement.disposition], says: wordsOf(settlement) });

function wordsOf({ disposition, evidence }: Pick<Settlement, 'disposition' | 'evidence'>): string {
  switch (disposition) {
    case 'applied':
      if (wasFoundAbsent({ settlement: { evidence } })) return 'found gone';
      return evidence.some(({ kind }) => kind === 'answer') ? 'answered' : 'shown by a reading';
    case 'no_op': return 'was so already';
    case 'refused': return 'refused';
    case 'not_applied': return 'shown not to have happened';
  }
}

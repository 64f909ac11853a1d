import { expect, test } from 'vitest';
import { settlementEvident } from '../../renderer/words/settlement-text.ts';
import { foundAbsent } from '../../shared/attempt.ts';
import type { Disposition, Evidence } from '../../shared/receipt.ts';
import { anInstant } from '../support/builders.ts';

const answer: Evidence = { kind: 'answer', status: 204 };
const reading = (found: string): Evidence => ({ kind: 'reading', of: 'the container', found, at: anInstant() });

test.each<[Disposition, readonly Evidence[], string]>([
  ['applied', [answer], 'accepted: answered'],
  ['applied', [answer, reading('exited')], 'accepted: answered'],
  ['applied', [reading('exited')], 'accepted: shown by a reading'],
  ['applied', [reading(foundAbsent)], 'accepted: found gone'],
  ['no_op', [answer], 'accepted: was so already'],
  ['refused', [answer], 'refused: refused'],
  ['not_applied', [reading('there')], 'none: shown not to have happened'],
])('what was %s by %j is said to be just that', (disposition, evidence, told) => {
  const { mark, says } = settlementEvident({ disposition, evidence });

  expect(`${mark}: ${says}`).toBe(told);
});

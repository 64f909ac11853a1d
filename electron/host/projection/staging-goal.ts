import { instantOf } from '../../../shared/ids.ts';
import type { Ref } from '../../../shared/reference.ts';
import type { GoalReading } from '../attempts/goal.ts';
import { lookAtStaging } from './look-at-staging.ts';

/** Whether the folder of a worker's staged copies is gone. */
export async function stagingGoal(dataFolder: string, about: Ref): Promise<GoalReading> {
  if (about.kind !== 'binding') return { kind: 'unreadable', says: 'it is about no worker', blocker: 'request_forgotten' };
  const seen = await lookAtStaging(dataFolder, { id: about.binding, projections: [] });
  switch (seen.kind) {
    case 'gone': return { kind: 'shown', disposition: 'applied', evidence: [{ kind: 'reading', of: 'the folder of the staged copies', found: 'not there', at: instantOf(Date.now()) }], says: 'the staged copies are gone' };
    case 'there': return { kind: 'not_shown', says: 'the folder of the staged copies is there' };
    case 'unreadable': return { kind: 'unreadable', says: seen.refusal.says, blocker: 'file_unreadable' };
  }
}

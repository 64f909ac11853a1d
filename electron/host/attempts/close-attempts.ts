import { setTimeout as sleep } from 'node:timers/promises';
import type { Approval } from '../../../shared/approval.ts';
import type { Attempt } from '../../../shared/attempt.ts';
import type { Closing } from '../../../shared/bridge-values.ts';
import { instantOf, type AttemptId } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import { consoleItself, operator, type Evidence } from '../../../shared/receipt.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';
import type { Attempts } from './attempts.ts';
import type { Permit } from './permit.ts';
import { legible } from './settle.ts';

export interface ClosingPorts {
  readonly journal: Journal;
  readonly attempts: Pick<Attempts, 'calling' | 'lookAgain' | 'readGoal' | 'renewEpoch'>;
  readonly permit: Permit;
  readonly now?: () => number;
  readonly pauseMs?: number;
}

/** Two looks at a goal state that changes late are this far apart. */
const usualPauseMs = 600;

/** What a closing is about, and what its approval binds: the attempt as it was asked, and nothing that may still change. */
export function closingSubject({ id, operation, intent }: Attempt): Json {
  return { decision: 'close_attempt', attempt: id, operation, intent: intent.seq, params: intent.params };
}

/**
 * Closes an open attempt as not applied: when no call of it is alive, two readings do not show its goal, and under a
 * strictly later epoch. Evidence that turns up on the way settles it instead.
 */
export async function closeAttempt(ports: ClosingPorts, id: AttemptId, approval: Approval): Promise<Result<Closing>> {
  const { journal, attempts, permit } = ports;
  const open = journal.world.open.get(id);
  if (!open) return refused(notOpen);
  const allowed = permit('close_attempt', closingSubject(open), approval);
  if (!allowed.ok) return allowed;
  if (open.intent.epoch >= journal.epoch) {
    const renewed = await attempts.renewEpoch();
    if (!renewed.ok) return renewed;
  }
  if (!journal.world.open.has(id)) return ok('settled_by_evidence');
  const readings = await readTwice(ports, open);
  if (!readings.ok) return readings;
  if (readings.value === 'shown') return settleByEvidence(ports, id);
  return record(ports, open, approval, readings.value);
}

const notOpen: Refusal = refusal('not_found', 'This attempt is settled, or was never made.', 'Open its receipts to see how it ended.');

async function readTwice({ attempts, now = Date.now, pauseMs = usualPauseMs }: ClosingPorts, open: Attempt): Promise<Result<readonly Evidence[] | 'shown'>> {
  const readings: Evidence[] = [];
  for (const pause of [0, pauseMs]) {
    await sleep(pause);
    const goal = await attempts.readGoal(open);
    if (goal.kind === 'shown') return ok('shown');
    if (goal.kind === 'unreadable') return refused(refusal('unconfirmed', `It cannot be closed: its goal state could not be read (${goal.says}).`, 'Mend what it names, then close it; what cannot be read is neither done nor not done.'));
    readings.push(legible({ kind: 'reading', of: 'the goal state', found: goal.says, at: instantOf(now()) }));
  }
  return ok(readings);
}

async function settleByEvidence({ attempts }: ClosingPorts, id: AttemptId): Promise<Result<Closing>> {
  const outcome = await attempts.lookAgain(id);
  return outcome.kind === 'settled' ? ok('settled_by_evidence') : refused(refusal('unconfirmed', 'What it was for was there at one look and not at the next.', 'Look again in a moment.'));
}

function record({ journal, attempts, permit }: ClosingPorts, open: Attempt, approval: Approval, evidence: readonly Evidence[]): Result<Closing> {
  // Much may have happened during two readings: everything is asked once more, with nothing awaited until it is written.
  if (!journal.world.open.has(open.id)) return ok('settled_by_evidence');
  if (attempts.calling.has(open.id)) return refused(refusal('blocked', 'Its call is under way.', 'Wait until it has ended.'));
  const subject = closingSubject(open);
  const allowed = permit('close_attempt', subject, approval);
  if (!allowed.ok) return allowed;
  journal.appendAll(
    [
      { actor: operator, about: open.about, approval: approval.nonce, body: { kind: 'decision', decision: 'close_attempt', subject: digestOf(subject), approval } },
      { actor: consoleItself, about: open.about, body: { kind: 'settlement', attempt: open.id, authorEpoch: journal.epoch, disposition: 'not_applied', evidence: [...evidence] } },
    ],
    [subject],
  );
  return ok('closed');
}

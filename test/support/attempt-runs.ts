import type { Answer } from '../../electron/host/attempts/answer.ts';
import type { AttemptOutcome, AttemptRequest } from '../../electron/host/attempts/attempts.ts';
import type { EffectToken } from '../../electron/host/attempts/effect-token.ts';
import type { Mutations } from '../../electron/host/attempts/mutations.ts';
import { RunAttempts, type AttemptPorts } from '../../electron/host/attempts/run-attempts.ts';
import { receiptsOfAttempt } from '../../electron/host/ledger/receipt-pages.ts';
import type { AttemptId } from '../../shared/ids.ts';
import { operator, type Receipt, type Settlement } from '../../shared/receipt.ts';
import { aboutResource, theEndpoint, theEngine } from './builders.ts';
import { FakeMutations } from './fake-mutations.ts';
import { aJournal, type OpenedJournal } from './ledgers.ts';
import { memoryGoals, type MemoryGoals } from './memory-goals.ts';

export type Effect = (mutations: Mutations, token: EffectToken) => Promise<Answer>;

const aVolumeRequest = (changes: Partial<AttemptRequest> = {}): AttemptRequest => ({
  operation: 'create_volume',
  about: aboutResource('work'),
  params: { name: 'bw-work' },
  actor: operator,
  deadlineSeconds: 30,
  ...changes,
});

export const createVolume: Effect = (mutations, token) => mutations.engine(theEndpoint, theEngine).createVolume(token, { name: 'bw-work', labels: {} });

export interface AttemptRun extends OpenedJournal {
  readonly attempts: RunAttempts;
  readonly mutations: FakeMutations;
  readonly goals: MemoryGoals;
  /** Asks for a volume: the usual effect of a test. */
  ask(request?: Partial<AttemptRequest>, effect?: Effect): Promise<AttemptOutcome>;
  settlementOf(attempt: AttemptId): Settlement | undefined;
}

interface Parts {
  readonly answer?: () => Answer | Promise<Answer>;
  readonly goals?: MemoryGoals;
  readonly opened?: OpenedJournal;
  readonly onCalling?: () => void;
  readonly onLeftOpen?: AttemptPorts['onLeftOpen'];
}

/** Attempts over a real ledger, with an engine and goal states as the test says. */
export function anAttemptRun({ answer, goals = memoryGoals(), opened = aJournal(), onCalling, onLeftOpen }: Parts = {}): AttemptRun {
  const mutations = new FakeMutations(answer);
  const attempts = new RunAttempts({ journal: opened.journal, mutations, goals, ...(onCalling && { onCalling }), ...(onLeftOpen && { onLeftOpen }) });
  return {
    ...opened,
    attempts,
    mutations,
    goals,
    ask: (request, effect = createVolume) => attempts.run(aVolumeRequest(request), effect),
    settlementOf: (attempt) => receiptsOfAttempt(opened.ledger.db, attempt).map(settlementIn).at(-1),
  };
}

const settlementIn = ({ body }: Receipt): Settlement | undefined => (body.kind === 'settlement' ? body : undefined);

/** The id of the attempt that an outcome is of. */
export function attemptOf(outcome: AttemptOutcome): AttemptId {
  if (outcome.kind === 'not_started') throw new TypeError(`not started: ${outcome.refusal.says}`);
  return outcome.attempt;
}

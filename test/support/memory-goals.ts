import type { GoalReader, GoalReaders, GoalReading, InTheWay } from '../../electron/host/attempts/goal.ts';
import type { Attempt } from '../../shared/attempt.ts';
import type { Json } from '../../shared/json.ts';
import { operationNames } from '../../shared/operations.ts';
import type { Evidence } from '../../shared/receipt.ts';
import { aReading } from './builders.ts';

export interface Look {
  readonly attempt: Attempt;
  readonly params: Json | undefined;
}

export type MemoryGoals = GoalReaders & { readonly looks: readonly Look[] };

/** Goal states as a test says they are: one answer for every operation, and a list of who looked. */
export function memoryGoals(read: (look: Look) => GoalReading | Promise<GoalReading> = () => notShown()): MemoryGoals {
  const looks: Look[] = [];
  const reader: GoalReader = async (attempt, params) => {
    looks.push({ attempt, params });
    return read({ attempt, params });
  };
  const readers = Object.fromEntries(operationNames.map((operation) => [operation, reader])) as unknown as GoalReaders;
  return { ...readers, looks };
}

type Shown = Extract<GoalReading, { kind: 'shown' }>;

export const shown = (disposition: Shown['disposition'] = 'applied', evidence: readonly Evidence[] = [aReading('it is there')]): Shown => ({
  kind: 'shown',
  disposition,
  evidence,
  says: 'the goal is reached',
});

export const notShown = (says = 'it is not there'): GoalReading => ({ kind: 'not_shown', says });

/** Something else stands where the goal would be. */
export const inTheWay = (disposition: InTheWay['disposition']): GoalReading => ({
  kind: 'not_shown',
  says: 'something else is there',
  instead: { disposition, evidence: [aReading('something else is there')] },
});

export const unreadable = (says = 'nobody answers'): GoalReading => ({ kind: 'unreadable', says, blocker: 'engine_unreachable' });

import { describe, expect, test } from 'vitest';
import type { Binding } from '../../shared/binding.ts';
import { rungSchema, type Rung, type RungState } from '../../shared/facts.ts';
import { bornBinding } from '../../shared/fold-binding.ts';
import { readinessRungs } from '../../shared/readiness.ts';
import { aBindingId, anInstant, aWorkerSpec, theInstallation } from '../support/builders.ts';

const line = { seq: 2, at: anInstant() };

const aWorker = (rungs: Partial<Record<Rung, RungState>>): Binding => ({
  ...bornBinding(aBindingId(), theInstallation, aWorkerSpec(), line),
  readiness: Object.fromEntries(Object.entries(rungs).map(([rung, state]) => [rung, { value: { state, says: `${rung} is ${state}` }, ...line }])),
});

describe('readiness', () => {
  test('says what is ready, rung by rung, in one order', () => {
    expect(readinessRungs(aWorker({})).map(({ rung }) => rung)).toEqual(rungSchema.options);
  });

  test('says of a rung that nobody looked at just that', () => {
    expect(new Set(readinessRungs(aWorker({})).map(({ mark, says }) => `${mark}: ${says}`))).toEqual(new Set(['none: not looked at yet']));
  });

  test('never lets one rung stand for another', () => {
    const rungs = readinessRungs(aWorker({ process_started: 'seen' }));

    expect(rungs.filter(({ mark }) => mark === 'seen').map(({ rung }) => rung)).toEqual(['process_started']);
  });

  test.each<[RungState, string]>([['seen', 'seen'], ['unsupported', 'none']])('shows %s as “%s”, with its own words', (state, mark) => {
    expect(readinessRungs(aWorker({ team_identity: state })).find(({ rung }) => rung === 'team_identity')).toMatchObject({ mark, says: `team_identity is ${state}` });
  });

  test('never shows what was not seen as seen', () => {
    expect(readinessRungs(aWorker({ task_completed: 'not_seen' })).some(({ mark }) => mark === 'seen')).toBe(false);
  });
});

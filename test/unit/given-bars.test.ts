import { describe, expect, test } from 'vitest';
import { givenWorker } from '../../electron/host/custody/given.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { aBindingId, aboutResource, anAttemptId, anEffect, anInstant, anObservation, aRequest, aWorkerSpec } from '../support/builders.ts';
import { aJournal } from '../support/ledgers.ts';

const made = (role: 'work' | 'container' | 'network', attempt: number): readonly Entry[] => [
  ...anEffect(`create_${role === 'work' ? 'volume' : role}`, aboutResource(role), anAttemptId(attempt)),
  anObservation('present', { id: role, created: '2026' }, aboutResource(role)),
];
const gone = (role: 'work' | 'container'): Entry => anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutResource(role));

describe('what a worker owes before it is given away', () => {
  const barAfter = (...entries: readonly Entry[]) => {
    const { journal } = aJournal();
    journal.appendAll([aRequest(aBindingId(), aWorkerSpec({ network: 'internal' })), ...made('work', 1), ...made('network', 2), ...made('container', 3), ...entries]);
    const binding = journal.world.bindings.get(aBindingId());
    if (!binding) throw new TypeError('no worker');
    return givenWorker({ journal } as never, binding).bar;
  };
  const owes = { code: 'blocked', says: 'Declared results have not left yet: /workspace/task/report.md.' };

  test('are its declared results, while they can be exported or given up', () => {
    expect(barAfter()).toMatchObject(owes);
    expect(barAfter(gone('container'))).toMatchObject(owes);
  });

  test('is nothing once only its network is left: no result is in that, and nobody is asked to give one up', () => {
    expect(barAfter(gone('container'), gone('work'))).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { workerState } from '../../shared/worker-state.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aBindingId, aboutResource, anAttemptId, anEffect, anInstant, anObservation, aRequest, aWorkerSpec, receiptsFrom, theFirstEpoch } from '../support/builders.ts';

const made = (['work', 'state', 'container'] as const).flatMap((role, index): readonly Entry[] => [
  ...anEffect(role === 'container' ? 'create_container' : 'create_volume', aboutResource(role), anAttemptId(index + 1)),
  anObservation('present', { id: role, created: '2026' }, aboutResource(role)),
]);
const gone = (role: 'work' | 'container'): Entry => anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, aboutResource(role));

function stateAfter(artifacts: readonly string[], ...entries: readonly Entry[]): string {
  const spec = aWorkerSpec({ artifacts: artifacts.map((path) => ({ path, maxBytes: 10 })) });
  const binding = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, aRequest(aBindingId(), spec), ...made, ...entries])).bindings.get(aBindingId());
  if (!binding) throw new TypeError('the receipts make no binding');
  const { mark, says } = workerState(binding, new Set(), 'itself');
  return `${mark}: ${says}`;
}

describe('a worker of which something is gone', () => {
  test('is closing where this console asked for that', () => {
    expect(stateAfter([], ...anEffect('remove_container', aboutResource('container'), anAttemptId(9)), gone('container'))).toBe('accepted: Closing, 1 of 3 resources absent');
    expect(stateAfter([], ...anEffect('stop_container', aboutResource('container'), anAttemptId(9)), gone('container'))).toBe('accepted: Closing, 1 of 3 resources absent');
  });

  test('waits for a person where nobody here did, and says what of its results can only be given up', () => {
    expect(stateAfter([], gone('container'))).toBe('needs_person: Its container is gone, not by this console');
    expect(stateAfter(['/workspace/task/report.md'], gone('container'))).toBe('needs_person: Its container is gone, not by this console; 1 result to give up');
    expect(stateAfter([], gone('container'), gone('work'))).toBe('needs_person: 2 of 3 resources are gone, not by this console');
  });
});

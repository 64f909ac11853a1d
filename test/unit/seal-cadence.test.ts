import { describe, expect, test } from 'vitest';
import { sealingCadence, urgencyOf, type Uncovered } from '../../electron/host/ledger/sealing/sealing-cadence.ts';
import { aboutArtifact, aboutResource, aDecision, aDigest, anAttemptId, anIntent, anObservation, aSettlement, receiptsFrom } from '../support/builders.ts';
import type { Entry } from '../../electron/host/ledger/journal.ts';

const begun = 1_000_000;
const uncovered = (changes: Partial<Uncovered> = {}): Uncovered => ({ count: 1, since: begun, urgency: null, ...changes });

describe('a checkpoint is due', () => {
  test.each([
    ['after a destructive step', uncovered({ urgency: 'destructive_step' }), 0, 'destructive_step'],
    ['after an export', uncovered({ urgency: 'export' }), 0, 'export'],
    ['after 64 receipts', uncovered({ count: 64 }), 1, 'many_receipts'],
    ['after more than 64 at once', uncovered({ count: 200 }), 1, 'many_receipts'],
    ['60 s after the first receipt without one', uncovered(), 60_000, 'a_minute'],
    ['long after it, where a process was killed', uncovered(), 86_400_000, 'a_minute'],
  ] as const)('%s', (_name, state, later, occasion) => {
    expect(sealingCadence(state, begun + later)).toEqual({ kind: 'seal', occasion });
  });

  test('at quit, whatever is new', () => {
    expect(sealingCadence(uncovered(), begun, true)).toEqual({ kind: 'seal', occasion: 'quit' });
  });
});

describe('no checkpoint is due', () => {
  test.each([
    ['before 64 receipts', uncovered({ count: 63 }), 0, 60_000],
    ['before 60 s are over', uncovered(), 59_999, 1],
  ] as const)('%s: it says how long to wait', (_name, state, later, milliseconds) => {
    expect(sealingCadence(state, begun + later)).toEqual({ kind: 'wait', milliseconds });
  });

  test('where nothing is new, not even at quit', () => {
    expect(sealingCadence(uncovered({ count: 0 }), begun + 3_600_000)).toEqual({ kind: 'rest' });
    expect(sealingCadence(uncovered({ count: 0 }), begun, true)).toEqual({ kind: 'rest' });
  });

  test('and a clock that was set back puts it off by no more than 60 s', () => {
    expect(sealingCadence(uncovered(), begun - 86_400_000)).toEqual({ kind: 'wait', milliseconds: 60_000 });
  });
});

describe('what does not wait', () => {
  const exported = anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 1, destination: '/x' }, aboutArtifact());
  const urgency = (entry: Entry, isDestructive: boolean) => urgencyOf(receiptsFrom([entry])[0]!, () => isDestructive);

  test.each(['applied', 'no_op', 'refused', 'not_applied'] as const)('is the settlement of a destructive operation, also as %s', (disposition) => {
    expect(urgency(aSettlement(aboutResource('work'), disposition), true)).toBe('destructive_step');
    expect(urgency(aSettlement(aboutResource('work'), disposition), false)).toBeNull();
  });

  test('is a result that left', () => {
    expect(urgency(exported, false)).toBe('export');
  });

  test('is nothing else', () => {
    expect(urgency(anIntent('remove_volume', aboutResource('work'), anAttemptId()), true)).toBeNull();
    expect(urgency(aDecision(), true)).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { stateFolder } from '../../electron/state-folder.ts';
import { digestSchema, instantOf } from '../../shared/ids.ts';
import { describeTrouble, sealedMark, type SealingState, type SealingTrouble } from '../../shared/sealing.ts';

const sealing = (state: Partial<SealingState>): SealingState => ({
  sealed: 12_416, unsealed: 2, troubles: [], last: { size: 12_416, root: digestSchema.parse(`sha256:${'0'.repeat(64)}`), at: instantOf(0), signer: null }, ...state,
});

describe('the sealed mark', () => {
  test('is solid where a signed checkpoint covers what was there, and says what it does not cover yet', () => {
    expect(sealedMark(sealing({}))).toEqual({ mark: 'seen', label: 'Ledger sealed', says: 'Sealed up to receipt 12,416; 2 receipts after it not yet.' });
    expect(sealedMark(sealing({ unsealed: 0 })).says).toBe('Sealed up to receipt 12,416.');
  });

  test('is hollow before the first seal', () => {
    expect(sealedMark(sealing({ sealed: 0, unsealed: 5, last: null }))).toEqual({ mark: 'asked', label: 'Not sealed yet', says: '5 receipts, not sealed.' });
  });

  test.each<[SealingTrouble, string, string]>([
    [{ kind: 'no_key' }, 'needs_person', 'Not sealed: keys are locked'],
    [{ kind: 'other_key' }, 'refused', 'Not sealed: another key'],
    [{ kind: 'custody_unproven' }, 'refused', 'Custody unproven'],
    [{ kind: 'not_writable' }, 'refused', 'Ledger takes no writes'],
    [{ kind: 'checkpoint_not_written', says: 'full' }, 'needs_person', 'Seal not written'],
    [{ kind: 'mark_not_written', file: '/m', says: 'full' }, 'needs_person', 'Seal not written'],
    [{ kind: 'copy_not_written', folder: '/c', says: 'full' }, 'needs_person', 'Seal not written'],
  ])('never hides what stands in its way: %j', (trouble, mark, label) => {
    const shown = sealedMark(sealing({ troubles: [trouble] }));

    expect(shown).toMatchObject({ mark, label });
    expect(shown.says).toContain(describeTrouble(trouble));
    expect(shown.says).toContain('2 receipts after it not yet');
  });
});

describe('the folder of the second mark', () => {
  test.each([
    ['linux', {}, '/home/a/.local/state/bailiwick'],
    ['linux', { XDG_STATE_HOME: '/state' }, '/state/bailiwick'],
    ['linux', { XDG_STATE_HOME: 'relative' }, '/home/a/.local/state/bailiwick'],
    ['darwin', { XDG_STATE_HOME: '/state' }, '/home/a/Library/Application Support/Bailiwick state'],
  ] as const)('on %s with %j is %s', (platform, environment, folder) => {
    expect(stateFolder(environment, '/home/a', platform)).toBe(folder);
  });
});

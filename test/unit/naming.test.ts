import { describe, expect, test } from 'vitest';
import { seatSchema } from '../../shared/ids.ts';
import { resourceLabels, resourceName, type Owner } from '../../shared/naming.ts';
import { aBindingId, anAttemptId, theInstallation, theSeat } from '../support/builders.ts';

const owner: Owner = { installation: theInstallation, seat: theSeat, binding: aBindingId(), generation: 2 };

describe('the name of a resource', () => {
  test('is the same whenever it is asked for: a late create and its retry meet in one name', () => {
    expect(resourceName(owner, 'work')).toBe(`bw-reviewer-at-atlas-work-2-${aBindingId()}`);
  });

  test('differs by role, generation and binding', () => {
    const names = [
      resourceName(owner, 'work'),
      resourceName(owner, 'state'),
      resourceName(owner, 'container'),
      resourceName({ ...owner, generation: 3 }, 'work'),
      resourceName({ ...owner, binding: aBindingId(2) }, 'work'),
    ];

    expect(new Set(names).size).toBe(names.length);
  });

  test('never holds an attempt', () => {
    expect(resourceName(owner, 'work')).not.toContain(anAttemptId());
  });

  test('is one that every engine takes, also for the longest seat', () => {
    const longest = seatSchema.parse(`${'a'.repeat(40)}@${'b'.repeat(40)}`);

    const name = resourceName({ ...owner, seat: longest, generation: 999_999 }, 'container');

    expect(name).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9_.-]+$/);
    expect(name.length).toBeLessThanOrEqual(128);
    expect(name.endsWith(aBindingId())).toBe(true);
  });
});

describe('the labels of a resource', () => {
  test('name owner, role, attempt and epoch, all as text', () => {
    expect(resourceLabels(owner, 'state', anAttemptId(), 7)).toEqual({
      'io.bailiwick.installation': theInstallation,
      'io.bailiwick.seat': 'reviewer@atlas',
      'io.bailiwick.binding': aBindingId(),
      'io.bailiwick.generation': '2',
      'io.bailiwick.role': 'state',
      'io.bailiwick.attempt': anAttemptId(),
      'io.bailiwick.epoch': '7',
    });
  });
});

import { expect, test } from 'vitest';
import { foldWorld } from '../../shared/fold-world.ts';
import { MapDraft } from '../../shared/map-draft.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aboutResource, anAttemptId, anEffect, aRequest, aTransfer, receiptsFrom, theFirstEpoch } from '../support/builders.ts';

test('the next version of a map leaves the one it came from as it was, and is that one while nothing changed', () => {
  const before: ReadonlyMap<string, number> = new Map([['one', 1], ['two', 2]]);
  const draft = new MapDraft(before);

  draft.delete('three');
  expect(draft.map).toBe(before);

  draft.set('three', 3);
  draft.delete('one');
  expect([...draft.map]).toEqual([['two', 2], ['three', 3]]);
  expect([draft.get('two'), draft.has('one')]).toEqual([2, false]);
  expect([...before]).toEqual([['one', 1], ['two', 2]]);
});

test('a receipt copies no map of the world that it does not change, however much is in it', () => {
  const first = receiptsFrom([theFirstEpoch, aRequest(), ...aTransfer()]);
  const before = foldWorld(emptyWorld, first);
  const after = foldWorld(before, receiptsFrom(anEffect('deliver', aboutResource('work'), anAttemptId()), first.length));

  expect(after.externals.size).toBe(1);
  for (const name of ['approvers', 'offeredKeys', 'images', 'inventories', 'externals', 'takenReleases', 'endpoints', 'engineRuns'] as const) expect(after[name], name).toBe(before[name]);
});

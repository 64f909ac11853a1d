import { describe, expect, test } from 'vitest';
import type { EngineReader } from '../../electron/host/engine/engine-reader.ts';
import { sameContainer } from '../../electron/host/placement/identity.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { labelKeys } from '../../shared/naming.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aBindingId, aboutResource, anAttemptId, anEffect, anObservation, aRequest, receiptsFrom, theFirstEpoch } from '../support/builders.ts';

const known = { id: 'c'.repeat(64), created: '2026-01-01T00:00:00Z', imageId: 'sha256:i', attempt: anAttemptId(3) };
const world = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, aRequest(), ...anEffect('create_container', aboutResource('container'), known.attempt), anObservation('present', known, aboutResource('container'))]));

const found = (about: object) => {
  const binding = world.bindings.get(aBindingId());
  if (!binding) throw new TypeError('the receipts make no binding');
  const container = { id: known.id, name: binding.resources.container.name, created: known.created, imageId: known.imageId, labels: { [labelKeys.attempt]: known.attempt }, ...about };
  // An engine finds it by its name as well.
  const reader = { inspectContainer: async (asked: string) => ([container.id, container.name].includes(asked) ? container : null) };
  return sameContainer(reader as unknown as EngineReader, binding);
};

describe('a container of ours', () => {
  test('B1 7: that somebody renamed is still the one: its id, its creation and our label tell, and no name does', async () => {
    expect(await found({ name: 'claimed-by-another' })).toMatchObject({ ok: true });
  });

  test.each([
    ['another one has its name now', { id: 'd'.repeat(64) }],
    ['its id was made anew', { created: '2026-01-02T00:00:00Z' }],
    ['it is made of another image', { imageId: 'sha256:j' }],
    ['our label is gone', { labels: {} }],
  ])('B1 4, 6: is not taken for it where %s, whatever prefix its name has', async (_how, about) => {
    expect(await found(about)).toMatchObject({ ok: false, refusal: { code: 'identity_changed' } });
  });
});

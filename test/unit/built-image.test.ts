import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { builtImageOf, whyImageStays } from '../../shared/built-image.ts';
import type { ImageRow } from '../../shared/engine-readings.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import type { Disposition, Evidence } from '../../shared/receipt.ts';
import type { Ref } from '../../shared/reference.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aboutImage, anAttemptId, anEffect, anInstant, anIntent, anObservation, aSettlement, receiptsFrom, theEngine } from '../support/builders.ts';

const id = `sha256:${'d'.repeat(64)}`;
const byId: Ref = { kind: 'image', engine: theEngine, reference: id };
const there: ImageRow = { id, tags: ['sample:1'], digests: [], createdSeconds: 1, bytes: 1, labels: {} };

const settledWith = (evidence: Evidence, disposition: Disposition = 'applied'): readonly Entry[] => {
  const settlement = aSettlement(aboutImage, disposition);
  return [anIntent('build_image', aboutImage), { ...settlement, body: { ...settlement.body, evidence: [evidence] } as Entry['body'] }];
};
const built = settledWith({ kind: 'answer', status: 200, id });

const imageAfter = (...entries: readonly Entry[]) => builtImageOf(foldWorld(emptyWorld, receiptsFrom(entries)), theEngine, id);

describe('an image is ours', () => {
  test('by the id that its applied build was settled with, in the answer or by a look', () => {
    expect(imageAfter(...built)).toMatchObject({ id, engine: theEngine, reference: 'sample:1', build: { settlement: { disposition: 'applied' } } });
    expect(imageAfter(...settledWith({ kind: 'reading', of: 'image sample:1', found: 'there', at: anInstant(), id }))).toMatchObject({ id });
  });

  test('not by a build that is open, was refused or did not happen, nor by one that tells no id', () => {
    expect(imageAfter(anIntent('build_image', aboutImage))).toBeUndefined();
    for (const disposition of ['refused', 'not_applied', 'no_op'] as const) expect(imageAfter(...settledWith({ kind: 'answer', status: 200, id }, disposition))).toBeUndefined();
    expect(imageAfter(...settledWith({ kind: 'reading', of: 'image sample:1', found: 'there', at: anInstant() }))).toBeUndefined();
  });

  test('not because it was pulled, or only seen', () => {
    const pulled = aSettlement(aboutImage);

    expect(imageAfter(anIntent('pull_image', aboutImage), { ...pulled, body: { ...pulled.body, evidence: [{ kind: 'answer', status: 200, id }] } as Entry['body'] })).toBeUndefined();
    expect(imageAfter(anObservation('image', { id, bytes: 1 }, aboutImage))).toBeUndefined();
  });

  test('with its removal and its absence as two facts', () => {
    const removal = anEffect('remove_image', byId, anAttemptId(2));
    const absent = anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, byId);

    expect(imageAfter(...built, ...removal)).toMatchObject({ removal: { settlement: { disposition: 'applied' } } });
    expect(imageAfter(...built, ...removal)).not.toHaveProperty('absent');
    expect(imageAfter(...built, ...removal, absent)).toMatchObject({ absent: { seq: 5 } });
  });
});

describe('an image stays', () => {
  const ours = imageAfter(...built);

  test('not, where it is ours and nobody uses it, with its own name or with none', () => {
    expect(whyImageStays(ours, there, [])).toBeUndefined();
    expect(whyImageStays(ours, { ...there, tags: [] }, [])).toBeUndefined();
  });

  test('where it is not ours, where a container is made of it, and where somebody named it', () => {
    expect(whyImageStays(undefined, there, [])).toMatchObject({ code: 'not_ours', says: 'This image was not built by this console.' });
    expect(whyImageStays(ours, there, ['web', 'db'])).toMatchObject({ code: 'not_ours', says: 'It is used by web, db.' });
    expect(whyImageStays(ours, { ...there, tags: ['sample:1', 'theirs:1'] }, [])).toMatchObject({ code: 'not_ours', says: 'Somebody gave it another name: theirs:1.' });
  });
});

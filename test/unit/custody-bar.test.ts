import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { barredBy } from '../../shared/custody.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import type { Ref } from '../../shared/reference.ts';
import { emptyWorld, type World } from '../../shared/world.ts';
import { aBindingId, aboutBinding, aboutEngine, aboutInstallation, aboutResource, aDigest, anAttemptId, anEffect, anIntent, anObservation, aRequest, receiptsFrom, theFirstEpoch } from '../support/builders.ts';

const worldOf = (...entries: readonly Entry[]): World => foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...entries]));

const reanchor: Entry = { ...anIntent('create_volume', aboutInstallation), body: { kind: 'decision', decision: 'reanchor', subject: aDigest() } };
const held = [aRequest(), ...anEffect('create_volume', aboutResource('work'), anAttemptId())];
const looked = anObservation('reobserved', { resources: [{ role: 'work', state: 'there' }] }, aboutBinding());
const absent = anObservation('absent', { readings: [{ via: 'id', at: '2026-01-01T00:00:00.000Z' as never }] }, aboutResource('work'));

const codeOf = (world: World, about: Ref, says?: string): string | undefined => barredBy(says === undefined ? null : { says }, world, about)?.code;

describe('while custody is unproven', () => {
  test.each([['a worker', aboutBinding()], ['an engine', aboutEngine], ['the console', aboutInstallation]])('no effect about %s starts, and the doubt is said', (_name, about) => {
    const bar = barredBy({ says: 'An older copy was put in place.' }, worldOf(...held), about);

    expect(bar).toMatchObject({ code: 'custody_unproven', says: expect.stringContaining('An older copy was put in place.') });
  });
});

describe('after a reanchor', () => {
  test.each<[string, readonly Entry[], string | undefined]>([
    ['a worker that held something is barred until it is looked at', [...held, reanchor], 'custody_unproven'],
    ['a look after it lifts the bar', [...held, reanchor, looked], undefined],
    ['a look before it does not', [...held, looked, reanchor], 'custody_unproven'],
    ['a second one bars again', [...held, reanchor, looked, reanchor], 'custody_unproven'],
    ['a worker that holds nothing is not barred', [aRequest(), reanchor], undefined],
    ['nor is one whose resources are verified absent', [...held, absent, reanchor], undefined],
    ['nor one that was asked for since', [reanchor, ...held], undefined],
  ])('%s', (_name, entries, code) => {
    expect(codeOf(worldOf(...entries), aboutBinding(aBindingId()))).toBe(code);
  });

  test('what is about no worker may start', () => {
    expect(codeOf(worldOf(...held, reanchor), aboutEngine)).toBeUndefined();
  });
});

test('a ledger that is whole and was never reanchored bars nothing', () => {
  expect(codeOf(worldOf(...held), aboutBinding())).toBeUndefined();
});

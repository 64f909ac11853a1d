import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import type { ContainerRow } from '../../shared/engine-readings.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { endpointSchema } from '../../shared/ids.ts';
import { labelKeys, type Labels } from '../../shared/naming.ts';
import { heldRunning, holdersOn, lastOf, type EngineRun } from '../../shared/private-engine.ts';
import { emptyWorld, type World } from '../../shared/world.ts';
import { aBindingId, aboutEndpoint, aboutExternal, aboutResource, aDigest, anAttachment, anAttemptId, anEffect, anInstant, anIntent, anObservation, aRequest, aTransfer, decided, hexOf, receiptsFrom, theEndpoint, theEngine, theFirstEpoch, theInstallation } from '../support/builders.ts';

const worldOf = (...entries: readonly Entry[]): World => foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...entries]));
const runOf = (...entries: readonly Entry[]): EngineRun => worldOf(...entries).engineRuns.get(theEndpoint) ?? {};
const started = anEffect('start_engine', aboutEndpoint, anAttemptId(1));
const stopped = anEffect('stop_engine', aboutEndpoint, anAttemptId(2));
const volume = [...anEffect('create_volume', aboutResource('work'), anAttemptId(3)), anObservation('present', { id: 'work', created: 'then' }, aboutResource('work'))];

const elsewhere = endpointSchema.parse('unix:///elsewhere/docker.sock');
const here = { endpoint: theEndpoint };

describe('a private engine', () => {
  test('is held by the workers on it and by what was given to this console there', () => {
    expect(holdersOn(worldOf(aRequest(), ...volume), here)).toEqual([{ kind: 'worker', binding: aBindingId(), name: 'reviewer@atlas' }]);
    expect(holdersOn(worldOf(...aTransfer()), here)).toMatchObject([{ kind: 'external', resource: 'volume' }]);
  });

  test('is held by nothing once each absence was verified, and never by what is elsewhere', () => {
    const absent = anObservation('absent', { readings: [{ via: 'id', at: anInstant(9) }] }, aboutResource('work'));

    expect(holdersOn(worldOf(aRequest(), ...volume, absent), here)).toEqual([]);
    expect(holdersOn(worldOf(aRequest(), ...volume), { endpoint: elsewhere })).toEqual([]);
    expect(holdersOn(worldOf(aRequest()), here)).toEqual([]);
  });

  test('is held by what was made on it by any other way to the same engine', () => {
    expect(holdersOn(worldOf(aRequest(), ...volume), { endpoint: elsewhere, engine: theEngine })).toMatchObject([{ kind: 'worker' }]);
    expect(holdersOn(worldOf(...aTransfer()), { endpoint: elsewhere, engine: theEngine })).toMatchObject([{ kind: 'external' }]);
    expect(holdersOn(worldOf(aRequest(), ...volume), { endpoint: elsewhere, engine: null })).toEqual([]);
  });

  test('is held by a creation of which nobody knows yet whether it happened', () => {
    const asked = anIntent('create_volume', aboutResource('work'), anAttemptId(3));

    expect(holdersOn(worldOf(aRequest(), asked), here)).toMatchObject([{ kind: 'worker' }]);
  });

  test('is not stopped under what runs on it and is this console’s, attached, or another console’s by its labels or by a release', () => {
    const row = (id: string, labels: Labels, state: ContainerRow['state'] = 'running'): ContainerRow => ({ id, name: `the ${id}`, image: '', imageId: '', state, status: '', createdSeconds: 0, labels, volumes: [], networks: [], ports: [] });
    const released = [...aTransfer(aboutExternal('given', 'container')), anObservation('proposed', { act: 'release', subject: aDigest(64), to: 'anyone' }, aboutExternal('given', 'container')), decided('release', { kind: 'engine', engine: theEngine }, aDigest(64))];
    const theirs = { [labelKeys.installation]: hexOf(0xbad) };
    const attached = anAttachment(aboutExternal('attached', 'container'), aDigest(65));
    const made = [aRequest(), ...anEffect('create_container', aboutResource('container'), anAttemptId(7)), anObservation('present', { id: 'made', created: 'then' }, aboutResource('container'))];
    const rows = [row('labelled', theirs), row('stopped', theirs, 'exited'), row('given', {}), row('unlabelled', {}), row('attached', {}), row('made', { [labelKeys.installation]: theInstallation })];

    expect(heldRunning(worldOf(...released, ...attached, ...made), theEngine, rows)).toEqual(['the labelled', 'the given', 'the attached', 'the made']);
  });

  test('is as it is because of what was asked last', () => {
    expect(lastOf(runOf())).toBeUndefined();
    expect(lastOf(runOf(...started))).toMatchObject({ operation: 'start_engine', settlement: { disposition: 'applied' } });
    expect(lastOf(runOf(...started, ...stopped))).toMatchObject({ operation: 'stop_engine' });
    expect(lastOf(runOf(...stopped, ...started))).toMatchObject({ operation: 'start_engine' });
  });

  test('whose stop has no answer yet says so', () => {
    expect(lastOf(runOf(...started, anIntent('stop_engine', aboutEndpoint, anAttemptId(2))))?.settlement).toBeUndefined();
  });

  test('is not run by an effect that is about something else there', () => {
    expect(runOf(anIntent('pull_image', aboutEndpoint, anAttemptId(2)))).toEqual({});
  });
});

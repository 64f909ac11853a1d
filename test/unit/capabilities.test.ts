import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { capabilitiesOf, engineOperations, type Capability } from '../../shared/capabilities.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { operations, type Operation } from '../../shared/operations.ts';
import type { Disposition } from '../../shared/receipt.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aboutEndpoint, aboutResource, anAttemptId, anEffect, anInstant, anObservation, aRequest, receiptsFrom, theEngine, theFirstEpoch } from '../support/builders.ts';

const says = (version: string): Entry => anObservation('engine', { engine: theEngine, state: 'reachable', version, apiVersion: '1.41', reason: '' }, aboutEndpoint);
const tried = (operation: Operation, disposition: Disposition, number = 1): readonly Entry[] => anEffect(operation, aboutResource('work'), anAttemptId(number), disposition);

function shown(operation: Operation, ...entries: readonly Entry[]): Capability | undefined {
  const world = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, aRequest(), ...entries]));
  return capabilitiesOf(world.records.get(theEngine)).find(({ name }) => name === operations[operation].label);
}

describe('what can be done on an engine', () => {
  test.each(engineOperations)('is untested until it was tried there: %s', (operation) => {
    expect(shown(operation, says('27.0'))).toMatchObject({ word: 'untested', says: 'not tried here yet' });
  });

  test.each(engineOperations)('is supported once it took effect there, with the receipt that shows it: %s', (operation) => {
    expect(shown(operation, says('27.0'), ...tried(operation, 'applied'))).toMatchObject({ word: 'supported', seq: 5 });
  });

  test.each(engineOperations)('has failed where it was refused and never took effect: %s', (operation) => {
    expect(shown(operation, says('27.0'), ...tried(operation, 'refused'))).toMatchObject({ word: 'failed', seq: 5 });
  });

  test('stays supported where a later try was refused, as for a name that is taken', () => {
    expect(shown('create_volume', says('27.0'), ...tried('create_volume', 'applied'), ...tried('create_volume', 'refused', 2))).toMatchObject({ word: 'supported' });
  });

  test('is not shown by what was so already', () => {
    expect(shown('stop_container', says('27.0'), ...tried('stop_container', 'no_op'))).toMatchObject({ word: 'untested', says: 'not tried here yet' });
  });

  test('is untested, and said to have been tried, where an attempt was closed as not applied', () => {
    expect(shown('stop_container', says('27.0'), ...tried('stop_container', 'not_applied'))).toMatchObject({ word: 'untested', says: 'was tried here, and was shown neither to work nor to fail', seq: 5 });
  });

  test('is not shown by a stop after which the container was found gone: something else may have removed it', () => {
    const [asked, settled] = tried('stop_container', 'applied');
    const gone = { ...settled, body: { ...settled?.body, evidence: [{ kind: 'reading', of: 'container', found: 'absent: it does not run', at: anInstant() }] } } as Entry;

    expect(asked && shown('stop_container', says('27.0'), asked, gone)).toMatchObject({ word: 'untested', says: 'was tried here, and was shown neither to work nor to fail' });
  });

  test('has not failed where nothing was sent, as when another engine answers in its place', () => {
    const [asked, settled] = tried('create_volume', 'refused');
    const notSent = { ...settled, body: { ...settled?.body, evidence: [{ kind: 'reading', of: 'the connection', found: 'nothing was sent', at: anInstant() }] } } as Entry;

    expect(asked && shown('create_volume', says('27.0'), asked, notSent)).toMatchObject({ word: 'untested', says: 'not tried here yet' });
  });

  test('is untested again once the engine has another version', () => {
    expect(shown('create_volume', says('27.0'), ...tried('create_volume', 'applied'), says('28.0'))).toMatchObject({ word: 'untested', says: 'not tried since it is 28.0' });
  });

  test('stays as it was seen while the engine only went away and came back', () => {
    const gone = anObservation('engine', { engine: null, state: 'unreachable', version: '', apiVersion: '', reason: 'nothing listens' }, aboutEndpoint);

    expect(shown('create_volume', says('27.0'), ...tried('create_volume', 'applied'), gone, says('27.0'))).toMatchObject({ word: 'supported' });
  });

  test('does not include what is done on the console’s own machine', () => {
    expect(shown('publish_file', says('27.0'), ...tried('publish_file', 'applied'))).toBeUndefined();
  });

  test('includes what is not built, as unsupported', () => {
    expect(capabilitiesOf(undefined).filter(({ word }) => word === 'unsupported').map(({ name }) => name)).toContain('Resume a conversation');
  });

  test('is unsupported in all that an engine would do where that cannot be told from another one, and says why', () => {
    const capabilities = capabilitiesOf({ version: '4.3.1', isRenewed: false, applied: { create_volume: 7 }, refused: {}, notShown: {} }, 'it has no id of its own');

    expect(new Set(capabilities.map(({ word }) => word))).toEqual(new Set(['unsupported']));
    expect(capabilities.filter((one) => one.says === 'it has no id of its own')).toHaveLength(engineOperations.length);
  });
});

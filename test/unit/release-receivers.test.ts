import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { awayOf, releaseOf, type Binding } from '../../shared/binding.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { workerState } from '../../shared/worker-state.ts';
import { emptyWorld } from '../../shared/world.ts';
import { aBindingId, aboutBinding, aboutEngine, aboutExternal, aboutResource, aDigest, anAttemptId, anEffect, anObservation, aRequest, decided, hexOf, receiptsFrom, theEndpoint, theFirstEpoch } from '../support/builders.ts';

const [first, second] = [`${'b'.repeat(8)}${hexOf(1).slice(8)}` as never, `${'c'.repeat(8)}${hexOf(2).slice(8)}` as never];
const made = (role: 'work' | 'state', n: number): readonly Entry[] => [...anEffect('create_volume', aboutResource(role), anAttemptId(n)), anObservation('present', { id: `bw-${role}`, created: '2026' }, aboutResource(role))];
const given = [aRequest(), ...made('work', 1), ...made('state', 2), anObservation('proposed', { act: 'release', subject: aDigest(63), to: first }, aboutBinding()), decided('release', aboutBinding(), aDigest(63))];
const from = { by: 'release', installation: first, signer: `ed25519:${'1'.repeat(64)}` as never, nonce: hexOf(9) } as const;

function backAndAwayAgain(role: 'work' | 'state', subject: number): readonly Entry[] {
  const volume = aboutExternal(`bw-${role}`);
  return [
    anObservation('proposed', { act: 'transfer', subject: aDigest(subject), endpoint: theEndpoint, identity: { id: volume.id, created: '2026' }, from: { ...from, nonce: hexOf(subject) } }, volume), decided('transfer', aboutEngine, aDigest(subject)),
    anObservation('proposed', { act: 'release', subject: aDigest(subject + 1), to: second }, volume), decided('release', aboutEngine, aDigest(subject + 1)),
  ];
}

function workerAfter(...entries: readonly Entry[]): Binding {
  const worker = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...given, ...entries])).bindings.get(aBindingId());
  if (!worker) throw new TypeError('no worker');
  return worker;
}

describe('a worker’s things that went to two consoles', () => {
  test.each(['work', 'state'] as const)('are told of by the last release of what is away, and every receiver is named: %s went on', (role) => {
    const worker = workerAfter(...backAndAwayAgain(role, 70));

    expect(releaseOf(worker)?.to).toBe(second);
    expect(awayOf(worker).map((resource) => resource.role)).toEqual([role]);
    expect(workerState(worker, new Set(), 'itself').says).toBe('Released to the console cccccccc and the console bbbbbbbb');
  });

  test('are all with the second one once all of them went on, and the first one is not named any more', () => {
    const worker = workerAfter(...backAndAwayAgain('work', 70), ...backAndAwayAgain('state', 80));

    expect(workerState(worker, new Set(), 'itself').says).toBe('Released to the console cccccccc');
  });
});

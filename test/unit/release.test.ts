import { describe, expect, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import { sameVolume } from '../../electron/host/placement/identity.ts';
import { bindingDocument } from '../../shared/binding-document.ts';
import { barredBy } from '../../shared/custody.ts';
import type { KeyRing } from '../../electron/host/approvals/key-ring.ts';
import type { GivenThing } from '../../electron/host/custody/given.ts';
import { cameBack, openUntil } from '../../electron/host/custody/own-releases.ts';
import { asJson, release } from '../../electron/host/custody/release.ts';
import { digestOf } from '../../electron/host/ledger/digest.ts';
import type { Endpoint } from '../../shared/ids.ts';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused } from '../../shared/result.ts';
import { describeReleaseProblem, releaseProblem, releaseStatementSchema, type ReleaseFile, type ReleaseProblem, type ReleaseUse } from '../../shared/release.ts';
import { externalPlan, togetherWith } from '../../shared/external-plan.ts';
import { keyOfExternal, type External } from '../../shared/external.ts';
import { foldWorld } from '../../shared/fold-world.ts';
import { isClosed, custodyOf, workerState } from '../../shared/worker-state.ts';
import { isHeld, type Binding } from '../../shared/binding.ts';
import { teardownPlan, type Seen } from '../../shared/teardown-plan.ts';
import { emptyWorld } from '../../shared/world.ts';
import {
  aBindingId, aboutBinding, aboutExternal, aboutResource, aDigest, anAttemptId, anEffect, anInstant, anIntent, anObservation, aRequest, aTransfer, decided, hexOf, receiptsFrom, theEngine, theFirstEpoch, theInstallation,
} from '../support/builders.ts';
import { aJournal } from '../support/ledgers.ts';

const other = hexOf(0xbad);
const file = {
  statement: releaseStatementSchema.parse({
    v: 1, kind: 'release', installation: other, engine: theEngine, to: theInstallation, of: 'reviewer@atlas', nonce: hexOf(1), at: anInstant(), until: anInstant(60),
    resources: [{ resource: 'volume', name: 'data', identity: { id: 'data', created: '2026' } }],
  }),
  approval: { v: 1, decision: 'release', subject: aDigest(5), approver: `ed25519:${'1'.repeat(64)}`, scope: 'transfer', expires: anInstant(5), nonce: hexOf(2), signature: '' },
  publicKey: '',
} as unknown as ReleaseFile;
const use: ReleaseUse = { installation: theInstallation, engine: theEngine, now: anInstant(10), subject: aDigest(5), isSigned: true, isTaken: () => false };

describe('a release of another console', () => {
  test('is taken up where everything about it fits, also long after it was signed', () => {
    expect(releaseProblem(file, use)).toBeUndefined();
    expect(releaseProblem({ ...file, statement: { ...file.statement, to: 'anyone' } }, use)).toBeUndefined();
  });

  const stated = (change: Partial<ReleaseFile['statement']>): ReleaseFile => ({ ...file, statement: { ...file.statement, ...change } });
  const problems: Readonly<Record<ReleaseProblem, readonly [ReleaseFile, Partial<ReleaseUse>]>> = {
    bad_signature: [file, { isSigned: false }],
    other_statement: [file, { subject: aDigest(6) }],
    own: [stated({ installation: theInstallation }), {}],
    other_engine: [file, { engine: 'ENGINE:TWO' as never }],
    other_receiver: [stated({ to: hexOf(0xc) as never }), {}],
    expired: [file, { now: anInstant(60) }],
    taken: [file, { isTaken: (nonce) => nonce === hexOf(1) }],
  };

  test.each(Object.entries(problems))('is refused as %s, in words of its own', (problem, [released, change]) => {
    expect(releaseProblem(released, { ...use, ...change })).toBe(problem);
    expect(describeReleaseProblem(problem as ReleaseProblem)).toMatch(/^(it|its|this console) /);
  });

  test('is not taken for one where its signature is for another decision', () => {
    expect(releaseProblem({ ...file, approval: { ...file.approval, decision: 'waive', scope: 'waive' } }, use)).toBe('other_statement');
  });
});

describe('a worker whose things were given away', () => {
  const held = [aRequest(), ...anEffect('create_volume', aboutResource('work'), anAttemptId()), anObservation('present', { id: 'bw-work', created: '2026' }, aboutResource('work'))];
  const released = [...held, anObservation('proposed', { act: 'release', subject: aDigest(63), to: 'anyone' }, aboutBinding()), decided('release', aboutBinding(), aDigest(63))];
  const unseen: Seen = { kind: 'unreadable', refusal: { code: 'engine_unreachable', says: '', todo: '' } };

  test('holds nothing, has no step, and its plan says to whom they went', () => {
    const worker = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...released])).bindings.get(aBindingId());
    if (!worker) throw new TypeError('no worker');

    expect(Object.values(worker.resources).some(isHeld)).toBe(false);
    expect([custodyOf(worker), isClosed(worker)]).toEqual(['released', true]);
    const plan = teardownPlan(worker, { container: unseen, work: unseen, state: unseen, network: unseen }, new Set(), 'lab');
    expect(plan.steps).toEqual([]);
    expect(plan.kept).toContainEqual({ kind: 'volume', name: worker.resources.work.name, why: 'it was released to whoever holds the release on 2026-01-01' });
  });

  describe('and came back by a transfer', () => {
    const volume = aboutExternal('bw-work');
    const identity = { id: 'bw-work', created: '2026' };
    const from = { by: 'release', installation: other as never, signer: `ed25519:${'1'.repeat(64)}` as never, nonce: hexOf(9) } as const;
    const back = (created = '2026', subject = aDigest(62)) => [
      anObservation('proposed', { act: 'transfer', subject, endpoint: 'unix:///run/one.sock' as never, identity: { ...identity, created }, from }, volume),
      decided('transfer', { kind: 'engine', engine: theEngine }, subject),
    ];
    const again = [anObservation('proposed', { act: 'release', subject: aDigest(64), to: other as never }, volume), decided('release', { kind: 'engine', engine: theEngine }, aDigest(64))];
    const removed = [...anEffect('remove_volume', volume, anAttemptId(5)), anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, volume)];
    const worldWith = (...entries: readonly Entry[]) => foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...released, ...entries]));
    const workerWith = (...entries: readonly Entry[]): Binding => {
      const worker = worldWith(...entries).bindings.get(aBindingId());
      if (!worker) throw new TypeError('no worker');
      return worker;
    };
    const told = (worker: Binding) => [custodyOf(worker), isClosed(worker), workerState(worker, new Set(), 'itself').says];

    test.each<[string, readonly Entry[], ReturnType<typeof told>]>([
      ['it is back', back(), ['transferred', false, 'Released, and taken over again']],
      ['it was given away once more', [...back(), ...again], ['released', true, 'Released to the console 00000000']],
      ['it came back twice', [...back(), ...again, ...back('2026', aDigest(65))], ['transferred', false, 'Released, and taken over again']],
      ['it is gone since', [...back(), ...removed], ['removed', true, 'Released, taken over again, absence verified']],
      ['what came has its name, and was created at another time', back('2027'), ['released', true, 'Released to whoever holds the release']],
    ])('the words about its worker follow: %s', (_name, entries, words) => {
      expect(told(workerWith(...entries))).toEqual(words);
    });

    describe('one of them is left, and others are held', () => {
      const state = aboutExternal('bw-state');
      const [stateMade, stateBack, stateAbsent] = [
        [...anEffect('create_volume', aboutResource('state'), anAttemptId(12)), anObservation('present', { id: 'bw-state', created: '2026' }, aboutResource('state'))],
        [anObservation('proposed', { act: 'transfer', subject: aDigest(66), endpoint: 'unix:///run/one.sock' as never, identity: { id: 'bw-state', created: '2026' }, from: { ...from, nonce: hexOf(66) } }, state), decided('transfer', { kind: 'engine', engine: theEngine }, aDigest(66))],
        anObservation('absent', { readings: [{ via: 'id', at: anInstant() }] }, state),
      ] as const;
      const bothGiven = [released[0], ...stateMade, ...released.slice(1)].filter((entry) => entry !== undefined);
      const after = (...entries: readonly Entry[]): Binding => foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...bothGiven, ...entries])).bindings.get(aBindingId()) ?? workerWith();

      test.each<[string, readonly Entry[], ReturnType<typeof told>]>([
        ['one left, one held', [...back(), ...stateBack, decided('revoke', volume)], ['transferred', false, 'Released, taken over again, 1 of 2 left']],
        ['one left, one gone', [...back(), ...stateBack, decided('revoke', volume), stateAbsent], ['left', true, 'Released, taken over again, 1 of 2 absent, 1 of 2 left']],
        ['both left', [...back(), ...stateBack, decided('revoke', volume), decided('revoke', state)], ['left', true, 'Released, taken over again, and left']],
        ['one left, one away', [...back(), decided('revoke', volume)], ['released', true, 'Released to whoever holds the release, 1 of 2 taken over again, 1 left']],
      ])('neither is called the other: %s', (_name, entries, words) => {
        expect(told(after(...entries))).toEqual(words);
      });

      test('what was left is kept as nobody’s of this console, and no way back to it is offered', () => {
        const worker = after(...back(), ...stateBack, decided('revoke', volume));
        const world = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...bothGiven, ...back(), decided('revoke', volume)]));
        const plan = teardownPlan(worker, { container: unseen, work: unseen, state: unseen, network: unseen }, new Set(), 'lab');

        expect(plan.kept).toContainEqual({ kind: 'volume', name: worker.resources.work.name, why: 'it was released to whoever holds the release on 2026-01-01, taken over again on 2026-01-01, and left on 2026-01-01' });
        expect(barredBy(null, world, aboutResource('work'))).toMatchObject({ says: expect.stringContaining('is not this console’s any more') as string, todo: expect.stringContaining('It was left') as string });
      });
    });

    test('no refusal says that it is not this console’s, and its worker’s plan does not keep it as another’s', () => {
      const world = worldWith(...back());
      const plan = teardownPlan(workerWith(...back()), { container: unseen, work: unseen, state: unseen, network: unseen }, new Set(), 'lab');

      expect(barredBy(null, world, aboutResource('work'))).toMatchObject({ code: 'not_ours', says: expect.stringContaining('taken over again on 2026-01-01') as string, todo: expect.stringContaining('on its own page') as string });
      expect(plan.kept.map(({ kind }) => kind)).not.toContain('volume');
    });

    test('a look at it as its worker’s is refused, with the way to it', async () => {
      const looked = await sameVolume({} as never, workerWith(...back()), 'work');

      expect(looked).toMatchObject({ ok: false, refusal: { says: expect.stringContaining('is not this worker’s any more: it was released to') as string, todo: expect.stringContaining('on its own page') as string } });
    });

    test('the document about it says so from the receipts that it names', () => {
      const receipts = receiptsFrom([theFirstEpoch, ...released, ...back(), ...again, ...back('2026', aDigest(65)), ...removed, ...aTransfer(aboutExternal('another'))]);
      const worker = foldWorld(emptyWorld, receipts).bindings.get(aBindingId());
      const chosen = receipts.filter(({ seq, about }) => seq === 1 || ('binding' in about && about.binding === aBindingId()) || worker?.elsewhere?.includes(seq));
      const documentOf = (some: typeof receipts) => bindingDocument(foldWorld(emptyWorld, some), { binding: aBindingId(), tries: [], head: { origin: 'bailiwick/one', size: 99 } });
      const untilBack = receipts.slice(0, -5);

      expect(documentOf(untilBack)).toMatchObject({ resources: expect.arrayContaining([expect.objectContaining({ role: 'work', custody: 'transferred', held: true, returned: expect.objectContaining({ from, receipt: 13 }) as object })]) as object });
      expect(documentOf(receipts)).toMatchObject({ resources: expect.arrayContaining([expect.objectContaining({ role: 'work', custody: 'transferred', held: false, removalAsked: 14, verifiedAbsent: 16 })]) as object });
      expect(documentOf(chosen)).toEqual(documentOf(receipts));
      expect(chosen.length).toBe(receipts.length - 2);
    });
  });

  test('keeps them where another release than the proposed one was decided', () => {
    const entries = [...held, anObservation('proposed', { act: 'release', subject: aDigest(63), to: 'anyone' }, aboutBinding()), decided('release', aboutBinding(), aDigest(64))];
    const worker = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...entries])).bindings.get(aBindingId());

    expect(worker && isHeld(worker.resources.work)).toBe(true);
  });
});

describe('something that was taken over', () => {
  const container = aboutExternal('c'.repeat(64), 'container');
  const volume = aboutExternal('data');
  const from = { by: 'release', installation: other as never, signer: `ed25519:${'1'.repeat(64)}` as never, nonce: hexOf(9) } as const;
  const both = [anObservation('proposed', { act: 'transfer', subject: aDigest(62), endpoint: 'unix:///run/one.sock' as never, identity: { id: volume.id, created: '2026' }, from }, volume), ...aTransfer(container, from)];
  const world = foldWorld(emptyWorld, receiptsFrom([theFirstEpoch, ...both]));
  const externalOf = (ref: typeof volume): External => {
    const external = world.externals.get(keyOfExternal(ref));
    if (!external) throw new TypeError('not known');
    return external;
  };
  const there = (running: boolean, usedBy: readonly string[] = []): Seen => ({ kind: 'there', running, usedBy });
  const states = (external: External, seen: Seen): readonly string[] => externalPlan(external, seen, new Set(), 'lab').map(({ state }) => state.kind);

  test('counts its release once, and knows what came with it', () => {
    expect([...world.takenReleases.keys()]).toEqual([hexOf(9)]);
    expect(togetherWith(externalOf(volume), world.externals.values()).map(({ ref }) => ref.resource)).toEqual(['volume', 'container']);
  });

  test.each<[string, Seen, readonly string[]]>([
    ['runs', there(true), ['ready', 'locked']],
    ['does not run', there(false), ['verified', 'ready']],
    ['is gone', { kind: 'gone' }, ['already_gone', 'locked']],
    ['is another one', { kind: 'differs', refusal: { code: 'identity_changed', says: '', todo: '' } }, ['refused', 'locked']],
    ['cannot be read', { kind: 'unreadable', refusal: { code: 'engine_unreachable', says: '', todo: '' } }, ['blocked', 'locked']],
  ])('a container that %s has its steps', (_name, seen, kinds) => {
    expect(states(externalOf(container), seen)).toEqual(kinds);
  });

  test('what is gone says since when, and whether this console removed it', () => {
    const gone: Seen = { kind: 'gone' };
    const after = (...entries: readonly Entry[]): External => foldWorld(world, receiptsFrom(entries, world.size)).externals.get(keyOfExternal(container)) ?? externalOf(container);
    const told = (external: External) => externalPlan(external, gone, new Set(), 'lab').map(({ state }) => state);
    const removed = after(...anEffect('stop_container', container, anAttemptId(7)), ...anEffect('remove_container', container, anAttemptId(8)));

    expect(told(externalOf(container))[0]).toEqual({ kind: 'already_gone', lastSeen: anInstant(4), says: 'This container is not there any more, and this console did not remove it. Its absence is verified next.' });
    expect(told(after(...anEffect('stop_container', container, anAttemptId(7))))[0]).toMatchObject({ lastSeen: anInstant(6) });
    expect(told(removed)).toMatchObject([{ kind: 'verified', says: 'removed, so it does not run' }, { kind: 'already_gone', says: 'This container was removed. Its absence is verified next.' }]);
    expect(told(after(...anEffect('remove_container', container, anAttemptId(8), 'not_applied')))[0]).toMatchObject({ says: expect.stringContaining('closed as not applied') as string });
  });

  test('a volume is removed when nothing mounts it any more', () => {
    expect(states(externalOf(volume), there(false, ['db']))).toEqual(['blocked']);
    expect(states(externalOf(volume), there(false))).toEqual(['ready']);
  });

  test('an unanswered step is unconfirmed, and what is only attached has no step', () => {
    const asked = foldWorld(world, receiptsFrom([anIntent('remove_volume', volume)], world.size)).externals.get(keyOfExternal(volume));

    expect(asked && states(asked, there(false))).toEqual(['unconfirmed']);
    expect(states({ ...externalOf(volume), custody: { kind: 'attached', seq: 1, at: anInstant() } }, there(false))).toEqual([]);
  });
});

describe('giving away', () => {
  const thing: GivenThing = {
    endpoint: 'unix:///run/one.sock' as Endpoint, engine: theEngine, of: 'reviewer@atlas', decided: aboutBinding(), proposed: [aboutBinding()], bar: undefined, released: undefined,
    resources: [{ resource: 'volume', name: 'data', identity: { id: 'data', created: '2026' } }],
    look: async () => undefined,
  };
  const begun = refused(refusal('unconfirmed', 'An attempt about reviewer@atlas is not settled.', 'Look again.'));

  test('signs nothing where something began about it while the engine was asked', async () => {
    const { journal } = aJournal();
    const ring: KeyRing = { sign: () => { throw new Error('was signed'); } } as never;
    const answers = [ok(thing), begun];
    const before = journal.world.size;

    expect(await release({ journal, permit: () => ok(null), ring }, () => answers.shift() ?? begun, 'anyone')).toEqual(begun);
    expect(journal.world.size).toBe(before);
  });
});

describe('a release of ours, once what it gave came back', () => {
  const giver = hexOf(0xbad) as never;
  const volume = aboutExternal('data');
  const statement = (to: ReleaseFile['statement']['to'], nonce: string) => ({ ...file.statement, installation: theInstallation, to, nonce });
  const cameFrom = (installation: string) => ({ ...file.statement, installation: installation as never });

  /** Taken over, and given away again by these, one after another. */
  function given(...statements: readonly ReleaseFile['statement'][]) {
    const { journal } = aJournal();
    journal.appendAll(aTransfer(volume));
    for (const [index, each] of statements.entries()) {
      if (index > 0) journal.appendAll(aTransfer(volume, { by: 'release', installation: giver, signer: `ed25519:${'1'.repeat(64)}` as never, nonce: hexOf(50 + index) }, aDigest(80 + index)));
      const document = asJson(each);
      journal.append(anObservation('proposed', { act: 'release', subject: digestOf(document), to: each.to }, volume), [document]);
      journal.append(decided('release', { kind: 'engine', engine: theEngine }, digestOf(document)));
    }
    return journal;
  }

  test('is said to be open still, where it was for somebody else than the console that gives it back', () => {
    const journal = given(statement('anyone', hexOf(70)));

    expect(openUntil(journal, cameFrom(giver), anInstant(10))).toBe(anInstant(60));
    expect(openUntil(journal, cameFrom(giver), anInstant(60))).toBeUndefined();
    expect(openUntil(given(statement(giver, hexOf(71))), cameFrom(giver), anInstant(10))).toBeUndefined();
    expect(openUntil(given(statement(hexOf(0xc) as never, hexOf(72))), cameFrom(giver), anInstant(10))).toBe(anInstant(60));
    expect(openUntil(journal, { ...cameFrom(giver), engine: 'ENGINE:TWO' as never }, anInstant(10))).toBeUndefined();
  });

  test('is said to be open still, also where another one was signed since', () => {
    const journal = given(statement(hexOf(0xc) as never, hexOf(76)), statement(giver, hexOf(77)));

    expect(openUntil(journal, cameFrom(giver), anInstant(10))).toBe(anInstant(60));
    expect(openUntil(journal, cameFrom(hexOf(0xc)), anInstant(10))).toBe(anInstant(60));
    journal.appendAll(aTransfer(volume, { by: 'release', installation: giver, signer: `ed25519:${'1'.repeat(64)}` as never, nonce: hexOf(78) }, aDigest(78)));
    expect(openUntil(journal, cameFrom(giver), anInstant(10))).toBe(anInstant(60));
  });

  test('is said of a worker’s things too', () => {
    const { journal } = aJournal();
    const document = asJson(statement('anyone', hexOf(73)));
    journal.appendAll([aRequest(), ...anEffect('create_volume', aboutResource('work'), anAttemptId()), anObservation('present', { id: 'data', created: '2026' }, aboutResource('work'))]);
    journal.append(anObservation('proposed', { act: 'release', subject: digestOf(document), to: 'anyone' }, aboutBinding()), [document]);
    journal.append(decided('release', aboutBinding(), digestOf(document)));

    expect(openUntil(journal, cameFrom(giver), anInstant(10))).toBe(anInstant(60));

    const again = asJson(statement(giver, hexOf(79)));
    journal.appendAll([anObservation('proposed', { act: 'transfer', subject: aDigest(79), endpoint: 'unix:///run/one.sock' as never, identity: { id: 'data', created: '2026' }, from: { by: 'release', installation: giver, signer: `ed25519:${'1'.repeat(64)}` as never, nonce: hexOf(79) } }, volume), decided('transfer', { kind: 'engine', engine: theEngine }, aDigest(79))]);
    journal.append(anObservation('proposed', { act: 'release', subject: digestOf(again), to: giver }, volume), [again]);
    journal.append(decided('release', { kind: 'engine', engine: theEngine }, digestOf(again)));
    expect(openUntil(journal, cameFrom(giver), anInstant(10))).toBe(anInstant(60));
  });

  test('is not written to a file again: that would give it away once more', () => {
    const journal = given(statement('anyone', hexOf(74)));
    expect(cameBack(journal, statement('anyone', hexOf(74)))).toBe(false);

    journal.appendAll(aTransfer(volume, { by: 'release', installation: giver, signer: `ed25519:${'1'.repeat(64)}` as never, nonce: hexOf(75) }, aDigest(75)));

    expect(cameBack(journal, statement('anyone', hexOf(74)))).toBe(true);
  });
});

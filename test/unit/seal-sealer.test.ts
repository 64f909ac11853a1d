import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { copyCheckpoint } from '../../electron/host/ledger/sealing/checkpoint-copies.ts';
import { parseCheckpoint, verifyCheckpoint } from '../../electron/host/ledger/checkpoint.ts';
import { allCheckpoints, keptVerifiers, lastCheckpoint } from '../../electron/host/ledger/checkpoint-table.ts';
import { digestText } from '../../electron/host/ledger/digest.ts';
import { parseVerifier } from '../../electron/host/ledger/signed-note.ts';
import { describeTrouble, type SealingState } from '../../shared/sealing.ts';
import { aboutArtifact, aboutResource, aDecision, aDigest, anIntent, anObservation, aSettlement } from '../support/builders.ts';
import { fillTheDisk } from '../support/ledgers.ts';
import { aLedgerKey, aSealedLedger, growTo, newPlaces, sealAt, type SealedLedger } from '../support/sealed-ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

afterEach(() => {
  vi.useRealTimers();
});

const markSizes = ({ marks }: SealedLedger): readonly (number | null)[] => [marks.data, marks.state].map((file) => (existsSync(file) ? parseCheckpoint(readFileSync(file, 'utf8')).size : null));
const work = aboutResource('work');

describe('sealing', () => {
  test('signs what the ledger is, keeps it with its public key, and marks it in two places that only this account reads', () => {
    const sealed = aSealedLedger();
    growTo(sealed.journal, 10);

    const state = sealed.sealer.sealNow();

    const { note = '' } = lastCheckpoint(sealed.ledger.db) ?? {};
    expect(verifyCheckpoint(note, keptVerifiers(sealed.ledger.db).map(parseVerifier))).toMatchObject({ kind: 'signed', checkpoint: { origin: sealed.signer.origin, size: 10, root: Buffer.from(sealed.ledger.root) } });
    expect([readFileSync(sealed.marks.data, 'utf8'), readFileSync(sealed.marks.state, 'utf8')]).toEqual([note, note]);
    expect([sealed.marks.data, sealed.marks.state].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
    expect(state).toEqual({ sealed: 10, unsealed: 0, last: { size: 10, root: digestText(sealed.ledger.root), at: expect.any(String), signer: sealed.key.fingerprint }, troubles: [] });
  });

  test('does nothing where nothing is new', () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [5]);

    sealed.sealer.sealNow();
    sealed.sealer.close();

    expect(sealed.sizes()).toEqual([5]);
  });

  test('says how many receipts are not sealed', () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [5]);
    growTo(sealed.journal, 9);

    expect(sealed.sealer.state).toMatchObject({ sealed: 5, unsealed: 4 });
  });
});

describe('without being asked it seals', () => {
  test('after a destructive step, in the next turn and not within the append', async () => {
    const sealed = aSealedLedger();
    sealed.journal.append(anIntent('remove_volume', work));
    await nextTurn();
    expect(sealed.sizes()).toEqual([]);

    sealed.journal.append(aSettlement(work));
    expect(sealed.sizes()).toEqual([]);
    await nextTurn();

    expect(sealed.sizes()).toEqual([3]);
  });

  test('after a destructive step that another process asked for', async () => {
    const before = aSealedLedger();
    before.journal.append(anIntent('remove_container', work));
    before.close();
    const sealed = aSealedLedger(before);

    sealed.journal.append(aSettlement(work));
    await nextTurn();

    expect(sealed.sizes()).toEqual([4]);
  });

  test('not after a step that takes nothing away', async () => {
    const sealed = aSealedLedger();
    sealed.journal.append(anIntent('create_volume', work));
    sealed.journal.append(aSettlement(work));
    await nextTurn();

    expect(sealed.sizes()).toEqual([]);
  });

  test('after a result left', async () => {
    const sealed = aSealedLedger();
    sealed.journal.append(anObservation('exported', { outcome: 'published', digest: aDigest(), bytes: 1, destination: '/x' }, aboutArtifact()));
    await nextTurn();

    expect(sealed.sizes()).toEqual([2]);
  });

  test('after 64 receipts, several at once counted', async () => {
    const sealed = aSealedLedger();
    growTo(sealed.journal, 63);
    await nextTurn();
    expect(sealed.sizes()).toEqual([]);

    sealed.journal.appendAll([aDecision(), aDecision(), aDecision()]);
    await nextTurn();

    expect(sealed.sizes()).toEqual([66]);
  });

  test('60 s after the first receipt, and then rests', () => {
    vi.useFakeTimers();
    const sealed = aSealedLedger();
    vi.advanceTimersByTime(30_000);
    sealed.journal.append(aDecision());
    vi.advanceTimersByTime(29_999);
    expect(sealed.sizes()).toEqual([]);

    vi.advanceTimersByTime(1);
    expect(sealed.sizes()).toEqual([2]);

    vi.advanceTimersByTime(3_600_000);
    expect(sealed.sizes()).toEqual([2]);
  });

  test('at once, what a killed process left for longer than that', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
    const before = aSealedLedger();
    before.close();
    vi.setSystemTime(Date.UTC(2026, 0, 2));
    const sealed = aSealedLedger(before);

    vi.advanceTimersByTime(0);

    expect(sealed.sizes()).toEqual([2]);
  });

  test('at quit', () => {
    const sealed = aSealedLedger();
    growTo(sealed.journal, 3);

    sealed.sealer.close();

    expect(sealed.sizes()).toEqual([3]);
    expect(markSizes(sealed)).toEqual([3, 3]);
  });
});

describe('while the key is locked', () => {
  test('receipts stay without a seal, and the state says so', async () => {
    const sealed = aSealedLedger({ isLocked: true });
    growTo(sealed.journal, 70);
    await nextTurn();
    sealed.sealer.close();

    expect(sealed.sealer.state).toMatchObject({ sealed: 0, unsealed: 70, last: null, troubles: [{ kind: 'no_key' }] });
    expect(markSizes(sealed)).toEqual([null, null]);
  });

  test('nothing waits any longer once it is unlocked', async () => {
    const states: SealingState[] = [];
    const sealed = aSealedLedger({ isLocked: true, ports: { onChange: (state) => states.push(state) } });
    growTo(sealed.journal, 70);

    sealed.sealer.unlock(sealed.signer);
    await nextTurn();

    expect(sealed.sizes()).toEqual([70]);
    expect(states.at(-1)).toMatchObject({ sealed: 70, unsealed: 0, troubles: [] });
  });

  test('with another key than before nothing is sealed', async () => {
    const before = aSealedLedger();
    sealAt(before, [5]);
    before.close();
    const sealed = aSealedLedger({ folder: before.folder, stateFolder: before.stateFolder, key: aLedgerKey() });
    growTo(sealed.journal, 100);
    await nextTurn();

    expect(sealed.sealer.state.troubles).toEqual([{ kind: 'other_key' }]);
    expect(sealed.sizes()).toEqual([5]);
  });
});

describe('a process that was killed between the checkpoint and its marks', () => {
  test('left marks that lag: custody is proven, and they are brought up when it opens again', () => {
    const before = aSealedLedger();
    sealAt(before, [5]);
    const notes = [before.marks.data, before.marks.state].map((file) => readFileSync(file));
    sealAt(before, [9]);
    for (const [index, file] of [before.marks.data, before.marks.state].entries()) writeFileSync(file, notes[index] ?? '');
    before.close();

    const sealed = aSealedLedger(before);

    expect(sealed.custody.state).toBe('proven');
    expect(markSizes(sealed)).toEqual([9, 9]);
  });

  test('at the very first sealing left none: custody is proven, and they are written when it opens again', () => {
    const before = aSealedLedger();
    sealAt(before, [5]);
    for (const file of [before.marks.data, before.marks.state]) rmSync(file);
    before.close();

    const sealed = aSealedLedger(before);

    expect(sealed.custody.state).toBe('proven');
    expect(markSizes(sealed)).toEqual([5, 5]);
  });
});

describe('a mark that cannot be written', () => {
  /** A folder stands where the second mark belongs. */
  function withBlockedMark(): SealedLedger {
    const sealed = aSealedLedger();
    mkdirSync(path.join(sealed.marks.state, 'in the way'), { recursive: true });
    return sealed;
  }

  test('is said, and the checkpoint stands all the same', () => {
    const sealed = withBlockedMark();

    growTo(sealed.journal, 5);
    const state = sealed.sealer.sealNow();

    expect(state).toMatchObject({ sealed: 5, troubles: [{ kind: 'mark_not_written', file: sealed.marks.state }] });
    expect(describeTrouble(state.troubles[0]!)).toContain('If it is still missing at the next start, custody reads unproven.');
    expect(parseCheckpoint(readFileSync(sealed.marks.data, 'utf8')).size).toBe(5);
  });

  test('is written as soon as it can be, though nothing new is to be sealed', () => {
    vi.useFakeTimers();
    const sealed = withBlockedMark();
    growTo(sealed.journal, 5);
    sealed.sealer.sealNow();
    rmSync(sealed.marks.state, { recursive: true });

    vi.advanceTimersByTime(60_000);

    expect(markSizes(sealed)).toEqual([5, 5]);
    expect(sealed.sealer.state.troubles).toEqual([]);
  });
});

describe('a checkpoint that cannot be written', () => {
  test('is said, marks nothing, and is tried again a minute later and not at once', () => {
    vi.useFakeTimers();
    const sealed = aSealedLedger();
    growTo(sealed.journal, 70);
    sealed.ledger.db.pragma('query_only = ON');

    vi.advanceTimersByTime(30_000);
    expect(sealed.sealer.state).toMatchObject({ sealed: 0, troubles: [{ kind: 'checkpoint_not_written' }] });
    expect(markSizes(sealed)).toEqual([null, null]);

    sealed.ledger.db.pragma('query_only = OFF');
    vi.advanceTimersByTime(59_000);
    expect(sealed.sizes()).toEqual([70]);
    expect(sealed.sealer.state.troubles).toEqual([]);
  });

  test('on a full disk does not keep the receipts from being read', () => {
    const sealed = aSealedLedger();
    growTo(sealed.journal, 5);
    fillTheDisk(sealed.ledger);

    sealed.sealer.sealNow();

    expect(sealed.ledger.size).toBe(5);
  });
});

describe('copies in a folder that the operator picked', () => {
  test('are added under names that tell their sizes, and none is replaced', async () => {
    const copies = path.join(aTemporaryFolder(), 'copies');
    const sealed = aSealedLedger({ ports: { copyFolder: () => copies } });

    sealAt(sealed, [5, 9]);
    await sealed.sealer.settled();

    const installation = sealed.journal.world.installation;
    expect(readdirSync(copies).toSorted()).toEqual([`${installation}-000000000005.checkpoint`, `${installation}-000000000009.checkpoint`]);
    expect(allCheckpoints(sealed.ledger.db).map(({ note }) => note)).toEqual(readdirSync(copies).toSorted().map((name) => readFileSync(path.join(copies, name), 'utf8')));
  });

  test('that cannot be written are a trouble that is said, and nothing else', async () => {
    const blocked = path.join(aTemporaryFolder(), 'a file');
    writeFileSync(blocked, '');
    const states: SealingState[] = [];
    const sealed = aSealedLedger({ ports: { copyFolder: () => path.join(blocked, 'copies'), onChange: (state) => states.push(state) } });

    sealAt(sealed, [5]);
    await sealed.sealer.settled();

    expect(states.at(-1)).toMatchObject({ sealed: 5, troubles: [{ kind: 'copy_not_written' }] });
    expect(markSizes(sealed)).toEqual([5, 5]);
  });

  test('of another ledger’s making under the same name are not replaced, and said', async () => {
    const copies = aTemporaryFolder();
    const sealed = aSealedLedger({ ports: { copyFolder: () => copies } });
    const file = path.join(copies, `${sealed.journal.world.installation}-000000000005.checkpoint`);
    writeFileSync(file, 'something else');
    chmodSync(file, 0o600);

    sealAt(sealed, [5]);
    await sealed.sealer.settled();

    expect(readFileSync(file, 'utf8')).toBe('something else');
    expect(sealed.sealer.state.troubles[0]).toMatchObject({ kind: 'copy_not_written', says: expect.stringContaining('holds another checkpoint of that size') });
  });

  test('that were cut off in the middle are made whole', async () => {
    const copies = aTemporaryFolder();
    const sealed = aSealedLedger({ ports: { copyFolder: () => copies } });
    sealAt(sealed, [5]);
    await sealed.sealer.settled();
    const [name = ''] = readdirSync(copies);
    const note = readFileSync(path.join(copies, name), 'utf8');
    writeFileSync(path.join(copies, name), note.slice(0, 20));

    await copyCheckpoint(copies, note);

    expect(readFileSync(path.join(copies, name), 'utf8')).toBe(note);
  });
});

describe('the checkpoints of a ledger', () => {
  test.each([
    ['be changed', "UPDATE checkpoints SET note = 'x'", 'checkpoints are append-only'],
    ['be deleted', 'DELETE FROM checkpoints', 'checkpoints are append-only'],
    ['be replaced', "INSERT OR REPLACE INTO checkpoints (size, note) VALUES (5, 'x')", 'a checkpoint is larger than those before it'],
    ['be put before one that is there', "INSERT INTO checkpoints (size, note) VALUES (3, 'x')", 'a checkpoint is larger than those before it'],
    ['cover what is not there', "INSERT INTO checkpoints (size, note) VALUES (6, 'x')", 'a checkpoint is larger than those before it, and covers what is there'],
    ['lose the keys of their signatures', 'DELETE FROM verifiers', 'verifiers are append-only'],
  ])('cannot %s, also for raw SQL', (_what, sql, says) => {
    const sealed = aSealedLedger(newPlaces());
    sealAt(sealed, [5]);

    expect(() => sealed.ledger.db.exec(sql)).toThrow(says);
  });
});

import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { signCheckpoint } from '../../electron/host/ledger/checkpoint.ts';
import { openLedger } from '../../electron/host/ledger/open-ledger.ts';
import { describeDoubt, type CustodyDoubt } from '../../electron/host/ledger/sealing/custody-doubt.ts';
import { blindSpot, proveCustody, reanchorSubject } from '../../electron/host/ledger/sealing/custody-proof.ts';
import { aDecision } from '../support/builders.ts';
import { aLedgerKey, aSealedLedger, growTo, sealAt, type SealedLedger } from '../support/sealed-ledgers.ts';
import { cutTail, recompute, rewrite, withoutGuards } from '../support/tampering.ts';

/** Sealed at 5, 9 and 12, then put away. */
function aStore(): SealedLedger {
  const sealed = aSealedLedger();
  sealAt(sealed, [5, 9, 12]);
  sealed.close();
  return sealed;
}

const reopened = (before: SealedLedger): SealedLedger => aSealedLedger({ folder: before.folder, stateFolder: before.stateFolder, key: before.key });

function doubtAfter(tamper: (store: SealedLedger) => void): CustodyDoubt | null {
  const store = aStore();
  tamper(store);
  const { custody } = reopened(store);
  return custody.state === 'unproven' ? custody.doubt : null;
}

describe('custody is proven', () => {
  test('of a new ledger, which nothing was ever sealed of', () => {
    expect(aSealedLedger().custody).toMatchObject({ state: 'proven', says: `Nothing was sealed yet. ${blindSpot}` });
  });

  test('where store, marks and newest checkpoint agree, and it says what it cannot see', () => {
    expect(reopened(aStore()).custody).toMatchObject({ state: 'proven', says: `The ledger, its marks and its newest checkpoint agree up to receipt 12. ${blindSpot}` });
  });

  test('where receipts without a seal follow the newest checkpoint', () => {
    const store = aStore();
    const later = reopened(store);
    growTo(later.journal, 30);
    later.close();

    expect(reopened(store).custody.state).toBe('proven');
  });

  test('where the first sealing was cut off between its two marks', () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [5]);
    sealed.close();
    rmSync(sealed.marks.data);

    expect(reopened(sealed).custody.state).toBe('proven');
  });

  test('where a tail was cut off before anything outside knew of it: that is what it cannot see', () => {
    const store = aStore();
    const later = reopened(store);
    growTo(later.journal, 30);
    later.close();
    cutTail(withoutGuards(store.folder), 12);

    expect(reopened(store).custody.state).toBe('proven');
  });

  test('of a long ledger without reading all of it', () => {
    const sealed = aSealedLedger();
    sealed.ledger.db.transaction(() => growTo(sealed.journal, 2000))();
    sealed.sealer.sealNow();
    sealed.close();

    expect(reopened(sealed).custody.state).toBe('proven');
  });
});

describe('custody is unproven', () => {
  test('where the store is behind its marks: cut', () => {
    expect(doubtAfter(({ folder }) => cutTail(withoutGuards(folder), 10))).toEqual({ kind: 'behind', place: 'data', marked: 12, size: 10 });
  });

  test('where an older copy was put back, the mark beside it included', () => {
    const store = aSealedLedger();
    sealAt(store, [5]);
    store.close();
    const copy = `${store.folder}-copy`;
    cpSync(store.folder, copy, { recursive: true });
    const later = reopened(store);
    sealAt(later, [12]);
    later.close();
    rmSync(store.folder, { recursive: true });
    renameSync(copy, store.folder);

    expect(reopened(store).custody).toMatchObject({ state: 'unproven', doubt: { kind: 'behind', place: 'state', marked: 12, size: 5 } });
  });

  test('B12 99: where the whole data folder was emptied, though a new ledger knows of no other', () => {
    const store = aStore();
    rmSync(store.folder, { recursive: true });
    mkdirSync(store.folder);

    const fresh = reopened(store);
    expect(fresh.custody).toMatchObject({ state: 'unproven', doubt: { kind: 'behind', place: 'state', marked: 12, size: 0 } });
    // By now it has receipts of its own.
    fresh.close();
    expect(reopened(store).custody).toMatchObject({ state: 'unproven', doubt: { kind: 'foreign', place: 'state', origin: store.signer.origin } });
  });

  test('B12 98: where receipts were rewritten, and leaves and tree with them', () => {
    expect(
      doubtAfter(({ folder }) => {
        const raw = withoutGuards(folder);
        rewrite(raw, 3, (text) => text.replace('applied', 'refused').replace('deny', 'revoke').replace('create_volume', 'remove_volume'));
        recompute(raw);
      }),
    ).toMatchObject({ kind: 'inconsistent', place: 'data', marked: 12 });
  });

  test('where two marks tell of different receipts', () => {
    expect(
      doubtAfter((store) => {
        writeFileSync(store.marks.state, signCheckpoint({ origin: store.signer.origin, size: 12, root: Buffer.alloc(32, 7) }, store.key.privateKey));
      }),
    ).toEqual({ kind: 'disagree', marked: 12 });
  });

  test.each(['data', 'state'] as const)('where the mark in the %s folder is gone though there are checkpoints', (place) => {
    expect(doubtAfter(({ marks }) => rmSync(marks[place]))).toMatchObject({ kind: 'missing', place });
  });

  test('where the data folder was moved: the second mark is named after it', () => {
    const store = aStore();
    const moved = `${store.folder}-moved`;
    renameSync(store.folder, moved);

    expect(reopened({ ...store, folder: moved }).custody).toMatchObject({ state: 'unproven', doubt: { kind: 'missing', place: 'state' } });
  });

  test('where the data folder was copied, though it was sealed only once', () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [5]);
    sealed.close();
    const copy = `${sealed.folder}-copy`;
    cpSync(sealed.folder, copy, { recursive: true });

    expect(reopened({ ...sealed, folder: copy }).custody).toMatchObject({ state: 'unproven', doubt: { kind: 'missing', place: 'state' } });
  });

  test.each([
    ['is not a checkpoint', 'nothing of it'],
    ['is empty', ''],
  ])('where a mark %s', (_name, text) => {
    expect(doubtAfter(({ marks }) => writeFileSync(marks.data, text))).toMatchObject({ kind: 'unreadable', place: 'data' });
  });

  test('where a mark is signed with another key', () => {
    expect(
      doubtAfter((store) => {
        writeFileSync(store.marks.data, signCheckpoint({ origin: store.signer.origin, size: 12, root: rootOf(store) }, aLedgerKey().privateKey));
      }),
    ).toEqual({ kind: 'unsigned', place: 'data' });
  });

  test('where a mark is of another ledger', () => {
    const other = aStore();
    expect(doubtAfter(({ marks }) => writeFileSync(marks.data, readFileSync(other.marks.data)))).toEqual({ kind: 'foreign', place: 'data', origin: other.signer.origin });
  });

  test('where the newest checkpoint is not of the receipts that are there', () => {
    expect(
      doubtAfter((store) => {
        const raw = withoutGuards(store.folder);
        raw.prepare('UPDATE checkpoints SET note = ? WHERE size = 12').run(signCheckpoint({ origin: store.signer.origin, size: 12, root: Buffer.alloc(32, 7) }, store.key.privateKey));
      }),
    ).toEqual({ kind: 'checkpoint', size: 12 });
  });

  test('where the checkpoint that a mark names is gone', () => {
    expect(doubtAfter(({ folder }) => withoutGuards(folder).exec('DELETE FROM checkpoints WHERE size = 12'))).toEqual({ kind: 'checkpoint_missing', marked: 12 });
  });

  test('where leaves are missing in the middle', () => {
    const store = aStore();
    const later = reopened(store);
    later.ledger.db.transaction(() => growTo(later.journal, 300))();
    later.close();
    withoutGuards(store.folder).exec('DELETE FROM receipts WHERE seq = 4');

    const { ledger, close } = openLedger(store.folder);
    const { db, size, root } = ledger;
    expect(proveCustody({ db, size, root, marks: store.marks })).toMatchObject({ state: 'unproven', doubt: { kind: 'inconsistent', marked: 12 } });
    close();
  });

  test('and each doubt has its own words', () => {
    const doubts: CustodyDoubt[] = [
      { kind: 'behind', place: 'data', marked: 12, size: 10 }, { kind: 'inconsistent', place: 'state', marked: 12 }, { kind: 'disagree', marked: 12 }, { kind: 'missing', place: 'data', file: '/m' },
      { kind: 'unreadable', place: 'data', file: '/m', says: 'x' }, { kind: 'foreign', place: 'data', origin: 'o' }, { kind: 'unsigned', place: 'store' }, { kind: 'unsigned', place: 'state' },
      { kind: 'checkpoint', size: 12 }, { kind: 'checkpoint_missing', marked: 12 }, { kind: 'incomplete', says: 'x' },
    ];

    expect(new Set(doubts.map(describeDoubt)).size).toBe(doubts.length);
    expect(describeDoubt(doubts[0]!)).toBe('The ledger ends at receipt 10, and the mark in the data folder was made at 12: 2 sealed receipts are gone, or an older copy was put in place.');
  });
});

describe('while custody is unproven', () => {
  function aCutStore(): SealedLedger {
    const store = aStore();
    cutTail(withoutGuards(store.folder), 10);
    return reopened(store);
  }

  test('nothing is sealed and no mark is touched, whatever is appended', async () => {
    const sealed = aCutStore();
    const marks = [sealed.marks.data, sealed.marks.state].map((file) => readFileSync(file, 'utf8'));

    growTo(sealed.journal, 100);
    await nextTurn();
    sealed.sealer.sealNow();
    sealed.sealer.close();

    expect(sealed.sizes()).toEqual([5, 9]);
    expect([sealed.marks.data, sealed.marks.state].map((file) => readFileSync(file, 'utf8'))).toEqual(marks);
    expect(sealed.sealer.state.troubles).toEqual([{ kind: 'custody_unproven' }]);
  });

  test('a reanchor names the old marks and the new head', () => {
    const sealed = aCutStore();

    expect(reanchorSubject(sealed.custody)).toMatchObject({
      decision: 'reanchor',
      because: expect.stringContaining('The ledger ends at receipt 10'),
      marks: [{ place: 'data', size: 12, note: readFileSync(sealed.marks.data, 'utf8') }, { place: 'state', size: 12 }],
      head: { size: 10, root: sealed.custody.head.root },
    });
  });

  test('the decision on exactly that seals the ledger and replaces both marks, and custody is proven at the next start', () => {
    const sealed = aCutStore();
    const subject = reanchorSubject(sealed.custody);
    const decision = sealed.journal.append({ ...aDecision(sealed.journal.keep(subject)), body: { kind: 'decision', decision: 'reanchor', subject: sealed.journal.keep(subject) } });

    const result = sealed.sealer.reanchored(decision);

    expect(result).toMatchObject({ ok: true, value: { sealed: sealed.ledger.size, unsealed: 0, troubles: [] } });
    sealed.close();
    expect(reopened(sealed).custody.state).toBe('proven');
  });

  test('a decision on anything else does not', () => {
    const sealed = aCutStore();
    const other = sealed.journal.append({ ...aDecision(), body: { ...aDecision().body, decision: 'reanchor' } as never });

    expect(sealed.sealer.reanchored(other)).toMatchObject({ ok: false, refusal: { code: 'bad_input' } });
    expect(sealed.sizes()).toEqual([5, 9]);
  });

  test('a reanchor whose marks cannot be written is not through: the decision stands, and is carried out again', () => {
    const sealed = aCutStore();
    const subject = sealed.journal.keep(reanchorSubject(sealed.custody));
    const decision = sealed.journal.append({ ...aDecision(subject), body: { kind: 'decision', decision: 'reanchor', subject } });
    rmSync(sealed.marks.state);
    mkdirSync(path.join(sealed.marks.state, 'in the way'), { recursive: true });

    expect(sealed.sealer.reanchored(decision)).toMatchObject({ ok: false, refusal: { code: 'blocked' } });
    expect(sealed.sealer.state.troubles).toContainEqual({ kind: 'custody_unproven' });
    rmSync(sealed.marks.state, { recursive: true });

    expect(sealed.sealer.reanchored(decision)).toMatchObject({ ok: true });
  });
});

/** The root at 12, out of the mark. */
function rootOf({ marks }: SealedLedger): Buffer {
  return Buffer.from(readFileSync(marks.data, 'utf8').split('\n')[2] ?? '', 'base64');
}

import type Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { hexOf, aboutResource, aDecision, anAttemptId, anIntent, aSettlement } from '../support/builders.ts';
import { aLedger, aRawConnection } from '../support/ledgers.ts';

const work = aboutResource('work');

type Columns = { readonly seq: number | null; readonly kind: string; readonly attempt?: string; readonly approval?: string };

/** A row as somebody without our code would write it. */
function insertRaw(db: Database.Database, { seq, kind, attempt, approval }: Columns, how = 'INSERT') {
  return db
    .prepare(`${how} INTO receipts (seq, bytes, leaf, kind, attempt, approval) VALUES (?, x'7b7d', zeroblob(32), ?, ?, ?)`)
    .run(seq, kind, attempt ?? null, approval ?? null);
}

/** A ledger with one settled attempt (receipts 1 and 2), and a connection that knows nothing of our code. */
function aSettledLedger() {
  const { folder, ledger } = aLedger();
  ledger.append(anIntent('create_volume', work));
  ledger.append(aSettlement(work));
  return { ledger, raw: aRawConnection(folder) };
}

describe('Law 13: the ledger only grows, also for raw SQL', () => {
  test('no receipt can be changed', () => {
    const { raw } = aSettledLedger();

    expect(() => raw.exec("UPDATE receipts SET approval = 'another'")).toThrow('receipts are append-only');
    expect(() => raw.exec('UPDATE OR REPLACE receipts SET seq = 2 WHERE seq = 1')).toThrow('receipts are append-only');
  });

  test('no receipt can be deleted', () => {
    const { raw } = aSettledLedger();

    expect(() => raw.exec('DELETE FROM receipts WHERE seq = 1')).toThrow('receipts are append-only');
    expect(() => raw.exec('DELETE FROM receipts')).toThrow('receipts are append-only');
  });

  test.each([0, 1, 2, 4, -1, null])('no receipt can be put anywhere but at the end: not at %s', (seq) => {
    const { raw } = aSettledLedger();

    expect(() => insertRaw(raw, { seq, kind: 'decision' })).toThrow('a receipt must follow the newest one');
    expect(() => insertRaw(raw, { seq, kind: 'decision' }, 'INSERT OR REPLACE')).toThrow('a receipt must follow the newest one');
  });

  test('no receipt is replaced to make room for another', () => {
    const { raw } = aSettledLedger();

    expect(() => insertRaw(raw, { seq: 3, kind: 'settlement', attempt: anAttemptId() }, 'INSERT OR REPLACE')).toThrow('an attempt has at most one settlement');
    expect(() => insertRaw(raw, { seq: 3, kind: 'intent', attempt: anAttemptId() }, 'REPLACE')).toThrow('an attempt has one intent');

    expect(raw.prepare('SELECT count(*) FROM receipts').pluck().get()).toBe(2);
  });

  test('no receipt is of a kind that there is not', () => {
    const { raw } = aSettledLedger();

    expect(() => insertRaw(raw, { seq: 3, kind: 'sample' })).toThrow('CHECK constraint failed');
  });
});

describe('Law 3: an attempt has one intent and at most one settlement, also for raw SQL', () => {
  test('a second settlement is refused', () => {
    const { ledger, raw } = aSettledLedger();

    expect(() => insertRaw(raw, { seq: 3, kind: 'settlement', attempt: anAttemptId() })).toThrow('an attempt has at most one settlement');
    expect(() => ledger.append(aSettlement(work, 'refused'))).toThrow('an attempt has at most one settlement');
  });

  test('a second intent is refused', () => {
    const { ledger, raw } = aSettledLedger();

    expect(() => insertRaw(raw, { seq: 3, kind: 'intent', attempt: anAttemptId() })).toThrow('an attempt has one intent');
    expect(() => ledger.append(anIntent('create_volume', work))).toThrow('an attempt has one intent');
  });

  test('a settlement of an attempt that was never asked is refused', () => {
    const { ledger, raw } = aSettledLedger();

    expect(() => insertRaw(raw, { seq: 3, kind: 'settlement', attempt: anAttemptId(2) })).toThrow('a settlement needs its intent');
    expect(() => ledger.append(aSettlement(work, 'applied', anAttemptId(2)))).toThrow('a settlement needs its intent');
  });

  test('an intent or a settlement without an attempt is refused, and so is an attempt on anything else', () => {
    const { raw } = aSettledLedger();

    expect(() => insertRaw(raw, { seq: 3, kind: 'intent' })).toThrow('CHECK constraint failed');
    expect(() => insertRaw(raw, { seq: 3, kind: 'decision', attempt: anAttemptId() })).toThrow('CHECK constraint failed');
  });

  test('unique indexes stand behind the triggers', () => {
    const { raw } = aSettledLedger();
    raw.exec('DROP TRIGGER an_attempt_is_settled_once; DROP TRIGGER an_attempt_is_asked_once; DROP TRIGGER an_approval_is_used_once');
    insertRaw(raw, { seq: 3, kind: 'decision', approval: hexOf(9) });

    expect(() => insertRaw(raw, { seq: 4, kind: 'settlement', attempt: anAttemptId() })).toThrow('UNIQUE constraint failed');
    expect(() => insertRaw(raw, { seq: 4, kind: 'intent', attempt: anAttemptId() })).toThrow('UNIQUE constraint failed');
    expect(() => insertRaw(raw, { seq: 4, kind: 'decision', approval: hexOf(9) })).toThrow('UNIQUE constraint failed');
  });
});

describe('Law 12: an approval is used once, also for raw SQL', () => {
  test('a second receipt under the same approval is refused', () => {
    const { raw } = aSettledLedger();
    insertRaw(raw, { seq: 3, kind: 'decision', approval: hexOf(9) });

    expect(() => insertRaw(raw, { seq: 4, kind: 'decision', approval: hexOf(9) })).toThrow('an approval is used once');
    expect(() => insertRaw(raw, { seq: 4, kind: 'intent', attempt: anAttemptId(2), approval: hexOf(9) }, 'INSERT OR REPLACE')).toThrow('an approval is used once');
  });

  test('receipts without an approval stand side by side', () => {
    const { ledger } = aSettledLedger();

    expect([ledger.append(aDecision()).seq, ledger.append(aDecision()).seq]).toEqual([3, 4]);
  });
});

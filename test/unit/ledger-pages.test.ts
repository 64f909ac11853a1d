import { describe, expect, test, vi } from 'vitest';
import { LedgerDamagedError } from '../../electron/host/ledger/ledger-errors.ts';
import { allReceipts, receiptPage, receiptsOfAttempt, storedReceipt } from '../../electron/host/ledger/receipt-pages.ts';
import { SqliteJournal } from '../../electron/host/ledger/sqlite-journal.ts';
import { aBindingId, aboutBinding, aboutResource, aDecision, aDigest, anAttemptId, anEffect, anObservation } from '../support/builders.ts';
import { aLedger, appendMany, aRawConnection } from '../support/ledgers.ts';

/** Twelve receipts: four decisions, then twice an effect with what was seen of it, of two workers. */
function aMixedLedger() {
  const opened = aLedger();
  const entries = [1, 2].flatMap((worker) => {
    const about = aboutResource('work', aBindingId(worker));
    return [
      ...anEffect('create_volume', about, anAttemptId(worker)),
      anObservation('present', { id: 'v', created: 'then' }, about),
      anObservation('readiness', { rung: 'process_started', state: 'seen', says: 'it runs' }, aboutBinding(aBindingId(worker))),
    ];
  });
  for (const entry of [aDecision(), aDecision(), aDecision(), aDecision(), ...entries]) opened.ledger.append(entry);
  return opened;
}

describe('a page of receipts', () => {
  test('is newest first and no longer than asked', () => {
    const { ledger } = aMixedLedger();

    expect(receiptPage(ledger.db, { limit: 3 }).map(({ seq }) => seq)).toEqual([12, 11, 10]);
  });

  test('goes on before a place, and ends at the first receipt', () => {
    const { ledger } = aMixedLedger();

    expect(receiptPage(ledger.db, { before: 3, limit: 10 }).map(({ seq }) => seq)).toEqual([2, 1]);
    expect(receiptPage(ledger.db, { before: 1, limit: 10 })).toEqual([]);
  });

  test('holds the same receipts however many were appended since the first page', () => {
    const { ledger } = aMixedLedger();
    const first = receiptPage(ledger.db, { limit: 5 });

    ledger.append(aDecision());
    const second = receiptPage(ledger.db, { before: first.at(-1)?.seq ?? 0, limit: 5 });

    expect(second.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3]);
  });

  test('of every size put together are the whole ledger', () => {
    const { ledger } = aMixedLedger();

    for (const limit of [1, 2, 5, 12, 13]) {
      const places: number[] = [];
      for (let before = 13; before > 1; before = places.at(-1) ?? 0) places.push(...receiptPage(ledger.db, { before, limit }).map(({ seq }) => seq));
      expect(places).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    }
  });
});

describe('the receipts of one attempt', () => {
  test('are its intent and its settlement, in this order', () => {
    const { ledger } = aMixedLedger();

    expect(receiptsOfAttempt(ledger.db, anAttemptId(1)).map(({ body }) => body.kind)).toEqual(['intent', 'settlement']);
    expect(receiptsOfAttempt(ledger.db, anAttemptId(9))).toEqual([]);
  });

  test('are read by an index, not by reading every receipt', () => {
    const { ledger } = aMixedLedger();
    const prepare = vi.spyOn(ledger.db, 'prepare');

    receiptsOfAttempt(ledger.db, anAttemptId(1));

    const plan = ledger.db.prepare(`EXPLAIN QUERY PLAN ${prepare.mock.lastCall?.[0] ?? ''}`).all({ attempt: anAttemptId(1) }) as { detail: string }[];
    expect(plan.map(({ detail }) => detail).filter((detail) => detail.includes('SCAN'))).toEqual([]);
  });
});

describe('all receipts', () => {
  test('come in their order, one at a time', () => {
    const { ledger } = aLedger();
    appendMany(ledger, 50, (index) => aDecision(aDigest(index)));

    expect([...allReceipts(ledger.db)].map(({ body }) => body.kind === 'decision' && body.subject)).toEqual(Array.from({ length: 50 }, (_, index) => aDigest(index)));
  });
});

describe('a receipt that cannot be trusted', () => {
  const guards = 'DROP TRIGGER receipts_never_change; DROP TRIGGER receipts_never_leave;';

  test.each([
    ['cannot be read', "UPDATE receipts SET bytes = x'7b7d' WHERE seq = 3", 'Receipt 3 cannot be read.'],
    ['names another place', 'UPDATE receipts SET bytes = (SELECT bytes FROM receipts WHERE seq = 2) WHERE seq = 3', 'Receipt 3 names itself 2.'],
    ['is missing', 'DELETE FROM receipts WHERE seq = 3', 'Receipt 3 is missing.'],
  ])('is never folded into the world: it %s', (_name, sql, message) => {
    const { folder, ledger } = aMixedLedger();
    aRawConnection(folder).exec(guards + sql);

    expect(() => new SqliteJournal(ledger)).toThrow(LedgerDamagedError);
    expect(() => new SqliteJournal(ledger)).toThrow(message);
  });

  test('does not stand in the way of its stored bytes being shown', () => {
    const { folder, ledger } = aMixedLedger();
    aRawConnection(folder).exec(`${guards} UPDATE receipts SET bytes = x'7b7d' WHERE seq = 3`);

    expect(storedReceipt(ledger.db, 3)?.bytes.toString()).toBe('{}');
    expect(storedReceipt(ledger.db, 13)).toBeUndefined();
  });
});

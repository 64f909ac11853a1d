import { describe, expect, test } from 'vitest';
import { LedgerNotWritableError } from '../../electron/host/ledger/ledger-errors.ts';
import { allReceipts, receiptPage } from '../../electron/host/ledger/receipt-pages.ts';
import { verifyLedger } from '../support/verify-ledger.ts';
import type { Digest } from '../../shared/ids.ts';
import { aDecision } from '../support/builders.ts';
import { aJournal, aLedger, fillTheDisk, type OpenedLedger } from '../support/ledgers.ts';

/** Appends until SQLite itself refuses for want of space. */
function aFullLedger(): OpenedLedger & { readonly kept: Digest; readonly sizeBefore: number } {
  const opened = aLedger();
  const kept = opened.ledger.keep({ kept: true });
  opened.ledger.append(aDecision());
  fillTheDisk(opened.ledger);
  for (let count = 0; count < 1000; count += 1) {
    const sizeBefore = opened.ledger.size;
    try {
      opened.ledger.append(aDecision());
    } catch (error) {
      if (error instanceof LedgerNotWritableError) return { ...opened, kept, sizeBefore };
      throw error;
    }
  }
  throw new RangeError('the disk never got full');
}

describe('Law 1, B12 101: after an append failed', () => {
  test('the failure names its cause', () => {
    const { ledger } = aLedger();
    ledger.db.pragma('query_only = ON');

    expect(() => ledger.append(aDecision())).toThrow('The ledger could not be written (attempt to write a readonly database), so no effect is started.');
  });

  test('nothing of the failed receipt is stored', () => {
    const { ledger, sizeBefore } = aFullLedger();

    expect(ledger.size).toBe(sizeBefore);
    expect(ledger.db.prepare('SELECT count(*) FROM receipts').pluck().get()).toBe(sizeBefore);
  });

  test('no later one is taken, though there is space again', () => {
    const { ledger, sizeBefore } = aFullLedger();
    ledger.db.pragma('max_page_count = 100000');

    expect(ledger.writable).toBe(false);
    expect(() => ledger.append(aDecision())).toThrow('The ledger takes no writes since an earlier one failed.');
    expect(() => ledger.keep({ another: true })).toThrow(LedgerNotWritableError);
    expect(ledger.db.prepare('SELECT max(seq) FROM receipts').pluck().get()).toBe(sizeBefore);
  });

  test('everything can still be read and verified', async () => {
    const { ledger, sizeBefore, kept } = aFullLedger();

    expect([...allReceipts(ledger.db)]).toHaveLength(sizeBefore);
    expect(receiptPage(ledger.db, { limit: 1 })[0]?.seq).toBe(sizeBefore);
    expect(ledger.document(kept)).toEqual({ kept: true });
    expect(await verifyLedger(ledger.db)).toMatchObject({ kind: 'consistent' });
  });

  test('opening it again goes on, without a gap', () => {
    const { folder, close, sizeBefore } = aFullLedger();
    close();

    const again = aLedger(folder).ledger;

    expect(again.writable).toBe(true);
    expect(again.append(aDecision()).seq).toBe(sizeBefore + 1);
  });

  test('a document that cannot be kept latches it as well', () => {
    const { ledger } = aLedger();
    fillTheDisk(ledger);

    expect(() => ledger.keep({ long: 'x'.repeat(100_000) })).toThrow(LedgerNotWritableError);

    expect(() => ledger.append(aDecision())).toThrow(LedgerNotWritableError);
  });

  test('the world stays the fold of what is stored', () => {
    const { ledger, journal } = aJournal();
    ledger.db.pragma('query_only = ON');
    const before = journal.world;

    expect(() => journal.append(aDecision())).toThrow(LedgerNotWritableError);

    expect(journal.world).toBe(before);
    expect(journal.writable).toBe(false);
  });
});

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { digestOf, digestText } from '../../electron/host/ledger/digest.ts';
import { LedgerNotWritableError } from '../../electron/host/ledger/ledger-errors.ts';
import { SqliteJournal } from '../../electron/host/ledger/sqlite-journal.ts';
import { verifyLedger } from '../support/verify-ledger.ts';
import { storedReceipt } from '../../electron/host/ledger/receipt-pages.ts';
import { canonicalText } from '../../shared/canonical.ts';
import type { Json } from '../../shared/json.ts';
import { aDecision, aDigest, anInstant, anObservation, aSettlement, aboutEngine, aboutResource } from '../support/builders.ts';
import { aLedgerProcess } from '../support/ledger-process.ts';
import { aJournal, aLedger, aRawConnection } from '../support/ledgers.ts';

// A process of its own takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

describe('appending a receipt', () => {
  test('numbers receipts from one, without a gap', () => {
    const { ledger } = aLedger();

    const places = [1, 2, 3].map(() => ledger.append(aDecision()).seq);

    expect(places).toEqual([1, 2, 3]);
    expect(ledger.size).toBe(3);
  });

  test('stores the canonical bytes of exactly what it hands back', () => {
    const { ledger } = aLedger();

    const receipt = ledger.append(aDecision());

    expect(storedReceipt(ledger.db, receipt.seq)?.bytes.toString('utf8')).toBe(canonicalText(receipt as unknown as Json));
  });

  test('gives each receipt its own id and the time of the console’s clock', () => {
    const { ledger } = aLedger(undefined, () => Date.parse(anInstant(5)));

    const [one, two] = [ledger.append(aDecision()), ledger.append(aDecision())];

    expect(one.id).not.toBe(two.id);
    expect([one.at, two.at]).toEqual([anInstant(5), anInstant(5)]);
  });

  test('orders by place, also when the clock goes backwards', () => {
    let now = 2_000_000;
    const { ledger } = aLedger(undefined, () => (now -= 1_000_000));

    const [one, two] = [ledger.append(aDecision()), ledger.append(aDecision())];

    expect([one.seq, two.seq]).toEqual([1, 2]);
    expect(one.at > two.at).toBe(true);
  });

  test('is seen by another connection as soon as it returns', () => {
    const { folder, ledger } = aLedger();
    const other = aRawConnection(folder, { readonly: true });

    ledger.append(aDecision());

    expect(other.prepare('SELECT count(*) FROM receipts').pluck().get()).toBe(1);
  });

  test('refuses what is not a receipt, and takes the next one all the same', () => {
    const { ledger } = aLedger();
    const misshapen = anObservation('image', { id: 'sha256:1', bytes: 0.5 }, aboutEngine);

    expect(() => ledger.append(misshapen)).toThrow('image:');

    expect(ledger.append(aDecision()).seq).toBe(1);
  });

  test('refuses a text that has no canonical form, and takes the next one all the same', () => {
    const { ledger } = aLedger();

    expect(() => ledger.append({ ...aDecision(), actor: { class: 'adm', id: '\ud800' } })).toThrow('lone surrogate');

    expect(ledger.append(aDecision()).seq).toBe(1);
  });
});

describe('appending several receipts at once', () => {
  test('numbers them in their order, without a gap to what follows', () => {
    const { ledger } = aLedger();

    expect(ledger.appendAll([aDecision(), aDecision()]).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(ledger.append(aDecision()).seq).toBe(3);
  });

  test('leaves a ledger that verifies', async () => {
    const { ledger } = aLedger();

    ledger.appendAll([aDecision(), aDecision(), aDecision()]);

    expect(await verifyLedger(ledger.db)).toMatchObject({ kind: 'consistent', range: { size: 3 } });
  });

  test('writes none where one is not a receipt, and takes the next all the same', () => {
    const { ledger } = aLedger();
    const misshapen = anObservation('image', { id: 'sha256:1', bytes: 0.5 }, aboutEngine);

    expect(() => ledger.appendAll([aDecision(), misshapen])).toThrow('image:');

    expect(ledger.size).toBe(0);
    expect(ledger.append(aDecision()).seq).toBe(1);
  });

  test('writes none where the database refuses one', () => {
    const { ledger } = aLedger();

    expect(() => ledger.appendAll([aDecision(), aSettlement(aboutResource('work'))])).toThrow('a settlement needs its intent');

    expect(ledger.db.prepare('SELECT count(*) FROM receipts').pluck().get()).toBe(0);
    expect(ledger.size).toBe(0);
  });

  test('is folded into the world before any of them is told of', () => {
    const { journal } = aJournal();
    const told: unknown[] = [];
    journal.onAppend(({ seq }) => told.push([seq, journal.world.size]));

    journal.appendAll([aDecision(), aDecision()]);

    expect(told).toEqual([[2, 3], [3, 3]]);
  });
});

describe('appending a receipt with the documents that it names', () => {
  test('keeps both', () => {
    const { ledger } = aLedger();

    ledger.append(aDecision(digestOf({ a: 1 })), [{ a: 1 }]);

    expect(ledger.document(digestOf({ a: 1 }))).toEqual({ a: 1 });
  });

  test('keeps neither where the receipt is refused', () => {
    const { ledger } = aLedger();

    expect(() => ledger.append(aSettlement(aboutResource('work')), [{ a: 1 }])).toThrow('a settlement needs its intent');

    expect(ledger.document(digestOf({ a: 1 }))).toBeUndefined();
  });

  test('keeps neither where a document has no canonical text, and takes the next all the same', () => {
    const { ledger } = aLedger();

    expect(() => ledger.append(aDecision(), [{ a: 0.5 }])).toThrow('$.a: 0.5 is not a safe integer');

    expect(ledger.append(aDecision()).seq).toBe(1);
  });
});

describe('a ledger that is opened again', () => {
  test('goes on where it ended, with the same tree', () => {
    const { folder, ledger, close } = aLedger();
    for (let count = 0; count < 11; count += 1) ledger.append(aDecision());
    const root = digestText(ledger.root);
    close();

    const again = aLedger(folder).ledger;

    expect([again.size, digestText(again.root)]).toEqual([11, root]);
    expect(again.append(aDecision()).seq).toBe(12);
  });

  test('holds every receipt whose append returned before the process was killed', async () => {
    const { folder, close } = aLedger();
    close();

    const killed = await aLedgerProcess('append', folder);
    await killed.kill();
    const { ledger } = aLedger(folder);

    expect(killed.says).toBe(`${ledger.size} ${digestText(ledger.root)}`);
    expect(ledger.size).toBe(21);
    expect(await verifyLedger(ledger.db)).toMatchObject({ kind: 'consistent' });
  });
});

describe('a document kept beside the ledger', () => {
  test('comes back by the digest of its canonical text', () => {
    const { ledger } = aLedger();

    const digest = ledger.keep({ b: [1, null], a: 'é' });

    expect(ledger.document(digest)).toEqual({ a: 'é', b: [1, null] });
    expect(ledger.keep({ a: 'é', b: [1, null] })).toBe(digest);
  });

  test('is absent when it was never kept', () => {
    expect(aLedger().ledger.document(aDigest())).toBeUndefined();
  });

  test('is there after the ledger was opened again', () => {
    const { folder, ledger, close } = aLedger();
    const digest = ledger.keep({ a: 1 });
    close();

    expect(aLedger(folder).ledger.document(digest)).toEqual({ a: 1 });
  });

  test('is not handed out once its text was changed, and is mended when it is kept again', () => {
    const { folder, ledger } = aLedger();
    const digest = ledger.keep({ target: 'ours' });

    aRawConnection(folder).prepare('UPDATE documents SET text = ?').run('{"target":"another"}');

    expect(ledger.document(digest)).toBeUndefined();
    ledger.keep({ target: 'ours' });
    expect(ledger.document(digest)).toEqual({ target: 'ours' });
  });
});

describe('a journal over the ledger', () => {
  test('takes a strictly later epoch each time it is opened, as its first receipt', () => {
    const first = aJournal();
    const second = first.reopen();
    const third = second.reopen();

    expect([first.journal.epoch, second.journal.epoch, third.journal.epoch]).toEqual([1, 2, 3]);
    expect(third.journal.world).toMatchObject({ size: 3, epoch: 3 });
  });

  test('mints the installation once and keeps it', () => {
    const first = aJournal();
    const installation = first.journal.world.installation;

    expect(installation).toMatch(/^[0-9a-f]{32}$/);
    expect(first.reopen().journal.world.installation).toBe(installation);
  });

  test('tells a listener of each receipt after it is durable and folded in', () => {
    const { folder, journal } = aJournal();
    const other = aRawConnection(folder, { readonly: true });
    const seen: unknown[] = [];
    const stop = journal.onAppend(({ seq }) => seen.push([seq, journal.world.size, other.prepare('SELECT max(seq) FROM receipts').pluck().get()]));

    journal.append(aDecision());
    stop();
    journal.append(aDecision());

    expect(seen).toEqual([[2, 2, 2]]);
  });

  test('does not let a failing listener make a durable append look as if it had failed', () => {
    const { journal } = aJournal();
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warning.mockRestore());
    const told: number[] = [];
    journal.onAppend(() => {
      throw new TypeError('the window is gone');
    });
    journal.onAppend(({ seq }) => told.push(seq));

    expect(journal.append(aDecision()).seq).toBe(2);

    expect(told).toEqual([2]);
    expect(warning).toHaveBeenCalledWith(new TypeError('the window is gone'));
  });

  test('opens for reading where it cannot be written: no epoch is taken and no append succeeds', () => {
    const first = aJournal();
    first.journal.append(aDecision());
    first.close();
    const { ledger } = aLedger(first.folder);
    ledger.db.pragma('query_only = ON');

    const journal = new SqliteJournal(ledger);

    expect(journal.writable).toBe(false);
    expect(journal.world.size).toBe(2);
    expect(() => journal.append(aDecision())).toThrow(LedgerNotWritableError);
  });
});

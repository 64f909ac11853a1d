import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import type { Ledger } from '../../electron/host/ledger/ledger.ts';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import { allReceipts } from '../../electron/host/ledger/receipt-pages.ts';
import { KeptIndex, receiptsAtOnce } from '../../electron/host/ledger/search/kept-index.ts';
import { searchFile } from '../../electron/host/ledger/search/open-index.ts';
import { queryOf } from '../../electron/host/ledger/search/query.ts';
import { mostCounted } from '../../electron/host/ledger/search/search-index.ts';
import type { ReceiptFilter } from '../../shared/receipt-filter.ts';
import { aboutArtifact, aboutBinding, aDecision, aDigest, anAttemptId, anEffect, anObservation } from '../support/builders.ts';
import { history } from '../support/histories.ts';
import { aLedger, appendMany, aRawConnection } from '../support/ledgers.ts';
import { filterWithin, naiveSearch } from '../support/naive-search.ts';

function indexOf(folder: string): KeptIndex {
  const index = new KeptIndex({ ledger: ledgerFile(folder), index: searchFile(folder) });
  onTestFinished(() => index.close());
  return index;
}

const start = Date.UTC(2026, 0, 1);

/** A ledger with a clock that goes a second further for each receipt, and back at times. */
function aLedgerOf(entries: readonly Entry[]) {
  let second = 0;
  const opened = aLedger(undefined, () => start + ((second += 1) % 7 === 0 ? second - 5 : second) * 1000);
  opened.ledger.db.pragma('synchronous = OFF');
  for (const entry of entries) opened.ledger.append(entry);
  return opened;
}

/** Page by page, as a list is read. */
function allFound(index: KeptIndex, filter: ReceiptFilter, limit = 7): readonly number[] {
  const seqs: number[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ; before = seqs.at(-1) ?? 0) {
    const page = index.find(queryOf(filter), { before, limit });
    seqs.push(...page.seqs);
    if (page.seqs.length < limit) return seqs;
  }
}

const found = (index: KeptIndex, filter: ReceiptFilter): readonly number[] => index.find(queryOf(filter), { limit: 100 }).seqs;
const receiptsIn = (ledger: Ledger) => [...allReceipts(ledger.db)];

describe('a search of any history', () => {
  test('answers what looking at each receipt answers, and counts as many', () => {
    fc.assert(
      fc.property(history, fc.array(filterWithin(start, start + 60_000), { minLength: 12, maxLength: 12 }), (entries, filters) => {
        const { folder, ledger, close } = aLedgerOf(entries);
        const index = indexOf(folder);

        for (const filter of filters) {
          const expected = naiveSearch(receiptsIn(ledger), filter);
          expect(allFound(index, filter)).toEqual(expected);
          expect(index.find(queryOf(filter), { limit: 1 })).toMatchObject({ total: expected.length, isMore: false, index: { state: 'whole' } });
        }
        close();
      }),
      { numRuns: 25 },
    );
  });

  test('answers the same while the ledger grows, and after the index was dropped', () => {
    fc.assert(
      fc.property(history, fc.nat(60), fc.array(filterWithin(start, start + 60_000), { minLength: 8, maxLength: 8 }), (entries, cut, filters) => {
        const { folder, ledger, close } = aLedgerOf(entries.slice(0, cut));
        const index = indexOf(folder);
        index.grow();
        for (const entry of entries.slice(cut)) ledger.append(entry);
        const expected = filters.map((filter) => naiveSearch(receiptsIn(ledger), filter));

        expect(filters.map((filter) => allFound(index, filter))).toEqual(expected);
        index.drop();
        expect(filters.map((filter) => allFound(index, filter))).toEqual(expected);
        close();
      }),
      { numRuns: 15 },
    );
  });
});

describe('words', () => {
  const says = (text: string): Entry => anObservation('exported', { outcome: 'nothing', says: text }, aboutArtifact());

  test.each([
    ['in any case, by their beginnings, in any order', 'Überlauf im Speicher', 'speich UBER', true],
    ['without their accents', 'café déjà-vu', 'deja cafe', true],
    ['of other scripts', 'журнал 台帳', 'журн 台', true],
    ['of which one is missing are not found', 'one two', 'one three', false],
    ['that only look like operators of a search language', 'nothing AND "NEAR" or', 'and near "OR', true],
    ['with signs between them', 'https://example.org/a_b', 'https example.org a_b', true],
    ['from their middle are not found', 'container', 'tainer', false],
  ])('%s', (_name, text, typed, isFound) => {
    const { folder } = aLedgerOf([says('something else'), says(text)]);

    expect(found(indexOf(folder), { text: typed })).toEqual(isFound ? [2] : []);
  });

  test('a text of signs alone finds nothing, and one of spaces asks for nothing', () => {
    const { folder } = aLedgerOf([says('one'), says('two')]);
    const index = indexOf(folder);

    expect(found(index, { text: '?!' })).toEqual([]);
    expect(found(index, { text: '  ' })).toEqual([2, 1]);
  });

  test('a beginning that a hundred words have finds what each of them is in', () => {
    const { folder } = aLedgerOf(Array.from({ length: 100 }, (_, number) => says(`name${number} other`)));

    expect(allFound(indexOf(folder), { text: 'name' })).toHaveLength(100);
    expect(found(indexOf(folder), { text: 'name42' })).toEqual([43]);
  });
});

describe('a settlement', () => {
  test('is found by what was asked, which it does not name itself', () => {
    const { folder } = aLedgerOf([...anEffect('remove_volume', aboutBinding(), anAttemptId(1)), ...anEffect('deliver', aboutBinding(), anAttemptId(2))]);
    const index = indexOf(folder);

    expect(found(index, { operation: 'remove_volume' })).toEqual([2, 1]);
    expect(found(index, { text: 'remove', body: 'settlement' })).toEqual([2]);
  });
});

describe('a long answer', () => {
  test('is counted so far and no further, and says so', () => {
    const { folder, ledger } = aLedger();
    appendMany(ledger, mostCounted + 1);
    const index = indexOf(folder);
    while (index.grow().state === 'filling');

    expect(index.find(queryOf({ body: 'decision' }), { limit: 1 })).toMatchObject({ total: mostCounted, isMore: true });
    expect(index.find(queryOf({ body: 'intent' }), { limit: 1 })).toMatchObject({ total: 0, isMore: false });
  });
});

describe('filling', () => {
  test('goes on in batches that say how far it is, and answers from what is there', () => {
    const { folder, ledger } = aLedger();
    appendMany(ledger, 2 * receiptsAtOnce + 1);
    const index = indexOf(folder);

    expect(index.find(queryOf({ body: 'decision' }), { limit: 1 })).toMatchObject({ seqs: [receiptsAtOnce], index: { state: 'filling', done: receiptsAtOnce, total: 2 * receiptsAtOnce + 1 } });
    expect(index.grow()).toEqual({ state: 'filling', done: 2 * receiptsAtOnce, total: 2 * receiptsAtOnce + 1 });
    expect(index.grow()).toEqual({ state: 'whole' });
  });

  test('that was stopped adds nothing but the few receipts that came since', () => {
    const { folder, ledger } = aLedger();
    appendMany(ledger, 2 * receiptsAtOnce + 1);
    const index = indexOf(folder);
    index.grow();

    index.stop();

    expect(index.grow()).toEqual({ state: 'stopped', done: receiptsAtOnce, total: 2 * receiptsAtOnce + 1 });
    index.goOn();
    expect(index.grow().state).toBe('filling');
    index.stop();
    expect(index.grow()).toEqual({ state: 'whole' });
  });
});

describe('an index that cannot be trusted is made anew', () => {
  const entries = Array.from({ length: 30 }, (_, number) => aDecision(aDigest(number)));

  function filled() {
    const opened = aLedgerOf(entries);
    const index = indexOf(opened.folder);
    index.grow();
    index.close();
    return { ...opened, file: searchFile(opened.folder) };
  }

  const changed = (file: string, sql: string): void => {
    const db = new Database(file);
    db.exec(sql);
    db.close();
  };

  test.each<[string, (file: string) => void]>([
    ['no database at all', (file) => writeFileSync(file, 'not a database, and longer than a header of one. '.repeat(40))],
    ['cut off', (file) => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ['of another version', (file) => changed(file, 'PRAGMA user_version = 9999')],
    ['without a table', (file) => changed(file, 'DROP TABLE times')],
    ['without its mark', (file) => changed(file, 'DELETE FROM mark')],
    ['of another ledger', (file) => changed(file, 'UPDATE mark SET leaf = zeroblob(32)')],
    ['of a longer ledger', (file) => changed(file, 'UPDATE mark SET size = 31')],
  ])('where it is %s', (_name, damage) => {
    const { folder, file } = filled();

    damage(file);

    expect(found(indexOf(folder), { body: 'decision' })).toEqual(Array.from({ length: 30 }, (_, number) => 30 - number));
  });

  test('where its pages are damaged, found out by a question', () => {
    const { folder, file } = filled();
    const db = new Database(file);
    const page = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'texts_data'").pluck().get());
    db.close();

    const bytes = readFileSync(file);
    bytes.fill(0xff, (page - 1) * 4096, page * 4096);
    writeFileSync(file, bytes);

    expect(found(indexOf(folder), { body: 'decision' })).toHaveLength(30);
  });

  test('where the ledger is an older copy that went another way', () => {
    const { folder } = filled();
    const raw = aRawConnection(folder);
    raw.exec('DROP TRIGGER receipts_never_leave; DELETE FROM receipts WHERE seq > 10');
    raw.close();

    expect(found(indexOf(folder), { body: 'decision' })).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });
});

describe('a receipt that cannot be read', () => {
  test('keeps its place and is found by nothing; the others are found', () => {
    const { folder } = aLedgerOf([aDecision(), aDecision(), aDecision()]);
    aRawConnection(folder).exec("DROP TRIGGER receipts_never_change; UPDATE receipts SET bytes = x'7b' WHERE seq = 2");

    expect(found(indexOf(folder), { body: 'decision' })).toEqual([3, 1]);
  });
});

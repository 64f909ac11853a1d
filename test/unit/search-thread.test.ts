import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import { allReceipts } from '../../electron/host/ledger/receipt-pages.ts';
import { receiptsAtOnce } from '../../electron/host/ledger/search/kept-index.ts';
import { searchFile } from '../../electron/host/ledger/search/open-index.ts';
import { ReceiptSearch } from '../../electron/host/ledger/search/receipt-search.ts';
import { SearchFailedError } from '../../electron/host/ledger/search/search-in-thread.ts';
import type { RunningThread, SpawnThread } from '../../electron/host/ledger/threads/spawn-threads.ts';
import { attemptIdSchema } from '../../shared/ids.ts';
import type { IndexState, ReceiptFilter } from '../../shared/receipt-filter.ts';
import { aboutResource, aBindingId, aDecision, anEffect, hexOf } from '../support/builders.ts';
import { aLedger, type OpenedLedger } from '../support/ledgers.ts';
import { naiveSearch } from '../support/naive-search.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { sourceThreads } from '../support/threads.ts';

vi.setConfig({ testTimeout: 60_000 });

interface Opened {
  readonly search: ReceiptSearch;
  readonly heard: IndexState[];
  /** Waits until the index is in this state. */
  readonly until: (state: IndexState['state']) => Promise<void>;
}

function aSearch({ folder, ledger }: Pick<OpenedLedger, 'folder' | 'ledger'>, spawn: SpawnThread = sourceThreads): Opened {
  const heard: IndexState[] = [];
  const search = new ReceiptSearch({ db: ledger.db, spawn, files: { ledger: ledgerFile(folder), index: searchFile(folder) }, onIndex: (index) => void heard.push(index) });
  onTestFinished(() => search.close());
  return { search, heard, until: async (state) => void (await vi.waitUntil(() => heard.at(-1)?.state === state, { timeout: 50_000 })) };
}

/** Effects of a few workers, in one transaction. */
function aLongLedger(attempts: number): OpenedLedger {
  const opened = aLedger();
  opened.ledger.db.transaction(() => {
    for (let number = 0; number < attempts; number += 1) {
      opened.ledger.appendAll(anEffect('create_volume', aboutResource('work', aBindingId(number % 5)), attemptIdSchema.parse(hexOf(number)), number % 7 === 0 ? 'refused' : 'applied'));
    }
  })();
  return opened;
}

const filters: readonly ReceiptFilter[] = [
  { disposition: 'refused' },
  { binding: aBindingId(3), body: 'intent' },
  { text: 'settled create' },
  { text: hexOf(3_210) },
  { actor: { class: 'adm' }, operation: 'create_volume', disposition: 'applied' },
];

async function expectNaive({ ledger }: OpenedLedger, search: ReceiptSearch): Promise<void> {
  const receipts = [...allReceipts(ledger.db)];
  for (const filter of filters) {
    const expected = naiveSearch(receipts, filter);
    const found = await search.find(filter, { limit: 500 });
    expect(found.receipts.map(({ seq }) => seq)).toEqual(expected.slice(0, 500));
    expect(found.total).toBe(Math.min(expected.length, 10_000));
  }
}

describe('a search on a thread of its own', () => {
  test('fills its index in the background and says how far it is', async () => {
    const opened = aLongLedger(2 * receiptsAtOnce);
    const { search, heard, until } = aSearch(opened);

    const first = await search.find({ body: 'settlement' }, { limit: 1 });
    await until('whole');

    const done = heard.flatMap((index) => (index.state === 'filling' ? [index.done] : []));
    expect(first.index).toEqual({ state: 'filling', done: receiptsAtOnce, total: 4 * receiptsAtOnce });
    expect(done).toEqual(done.toSorted((one, other) => one - other));
    await expectNaive(opened, search);
  });

  test('answers the same after its thread was cut off in the middle of filling', async () => {
    const opened = aLongLedger(2 * receiptsAtOnce);
    for (const milliseconds of [0, 40]) {
      const { search } = aSearch(opened);
      await search.find({ body: 'intent' }, { limit: 1 });
      await wait(milliseconds);
      search.close();
    }

    const { search, until } = aSearch(opened);
    search.fill();
    await until('whole');

    await expectNaive(opened, search);
  });

  test('announces nothing while there is nothing to index: who is told asks again', async () => {
    const { search, heard } = aSearch(aLongLedger(10));

    for (const filter of filters) await search.find(filter, { limit: 5 });

    expect(heard).toEqual([]);
    expect(search.state).toEqual({ state: 'whole' });
  });

  test('finds what was appended since, in the very next answer', async () => {
    const opened = aLongLedger(10);
    const { search } = aSearch(opened);
    await search.find({ body: 'intent' }, { limit: 1 });

    opened.ledger.append(aDecision());

    expect((await search.find({ body: 'decision' }, { limit: 5 })).receipts.map(({ seq }) => seq)).toEqual([21]);
  });

  test('stops filling when it is told to, answers from what there is, and goes on', async () => {
    const opened = aLongLedger(2 * receiptsAtOnce);
    const { search, until } = aSearch(opened);
    await search.find({ body: 'intent' }, { limit: 1 });

    search.stop();
    await until('stopped');

    expect((await search.find({ body: 'intent' }, { limit: 3 })).receipts).toHaveLength(3);
    expect(search.state.state).toBe('stopped');
    search.fill();
    await until('whole');
    await expectNaive(opened, search);
  });
});

describe('an index that disagrees with the ledger', () => {
  test('is made anew: what is answered is what the ledger says', async () => {
    const opened = aLongLedger(50);
    const before = aSearch(opened);
    await before.search.find({ body: 'intent' }, { limit: 1 });
    before.search.close();
    await wait(50);
    const db = new Database(searchFile(opened.folder));
    // As if the receipts had been indexed in another order.
    db.exec("INSERT INTO texts (rowid, tokens) SELECT 2, '¤body¤3a¤decision'");
    db.close();

    const { search } = aSearch(opened);

    expect((await search.find({ body: 'decision' }, { limit: 5 })).receipts).toEqual([]);
    await expectNaive(opened, search);
  });
});

describe('a thread that ends', () => {
  const ending = (): RunningThread => ({ send: () => undefined, onMessage: () => undefined, onEnd: (listener) => void setImmediate(() => listener(new RangeError('out of memory'))), stop: () => undefined });

  test('fails what was asked and says why; the next question starts another', async () => {
    const opened = aLongLedger(5);
    const spawned: SpawnThread[] = [ending];
    const { search, heard } = aSearch(opened, (worker, data) => (spawned.shift() ?? sourceThreads)(worker, data));

    await expect(search.find({ body: 'intent' }, { limit: 1 })).rejects.toThrow(SearchFailedError);

    expect(heard).toEqual([{ state: 'failed', says: expect.stringMatching(/^The receipts could not be searched with \/.*search\.sqlite: out of memory\.$/) }]);
    expect((await search.find({ body: 'intent' }, { limit: 1 })).total).toBe(5);
  });

  test('for want of a ledger says so', async () => {
    const { ledger } = aLongLedger(1);
    const { search } = aSearch({ ledger, folder: path.join(aTemporaryFolder(), 'nowhere') });

    await expect(search.find({ body: 'intent' }, { limit: 1 })).rejects.toThrow(/could not be searched with .*: .*directory/);
  });

  test('and a console that closes answers nothing more', async () => {
    const { search } = aSearch(aLongLedger(1));
    const asked = search.find({ body: 'intent' }, { limit: 1 });

    search.close();

    await expect(asked).rejects.toThrow('closing');
    await expect(search.find({ body: 'intent' }, { limit: 1 })).rejects.toThrow('closing');
  });
});

import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import { spawnThreads, type SpawnThread } from '../../electron/host/ledger/threads/spawn-threads.ts';
import { blockHelpers, noHelpers, startHelpers, type BlockHelpers } from '../../electron/host/ledger/verify/block-helpers.ts';
import { databaseStore } from '../../electron/host/ledger/verify/database-store.ts';
import { lookAtBlock } from '../../electron/host/ledger/verify/look-at-block.ts';
import type { RowBlock } from '../../electron/host/ledger/verify/row-block.ts';
import { verifyStore } from '../../electron/host/ledger/verify/verify-store.ts';
import { aSealedLedger, sealAt, type SealedLedger } from '../support/sealed-ledgers.ts';
import { bytesAt, recompute, rewrite, withoutGuards } from '../support/tampering.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';
import { sourceThreads } from '../support/threads.ts';

/** Eleven blocks and a part of one, sealed within a block and at the end of one. */
const sizes = [300, 1024, 3000] as const;

function aLongLedger(): SealedLedger {
  const sealed = aSealedLedger();
  sealAt(sealed, sizes);
  sealed.close();
  return sealed;
}

/** In the hands of somebody with all the rights to the file. */
function after(tamper: (raw: Database.Database) => void): SealedLedger {
  const sealed = aLongLedger();
  const raw = withoutGuards(sealed.folder);
  tamper(raw);
  raw.close();
  return sealed;
}

async function reportOf({ folder, key }: SealedLedger, helpers: BlockHelpers) {
  const db = new Database(ledgerFile(folder), { readonly: true });
  try {
    return await verifyStore(databaseStore(db), { keys: [key.fingerprint], kept: [] }, { helpers });
  } finally {
    db.close();
    helpers.close();
  }
}

async function blocksOf({ folder }: SealedLedger): Promise<readonly RowBlock[]> {
  const db = new Database(ledgerFile(folder), { readonly: true });
  onTestFinished(() => void db.close());
  const blocks: RowBlock[] = [];
  for await (const { block } of databaseStore(db).blocks()) blocks.push(block);
  return blocks;
}

async function asWithout(ledger: SealedLedger, helpers: BlockHelpers) {
  const report = await reportOf(ledger, helpers);
  expect(report).toEqual(await reportOf(ledger, noHelpers));
  return report;
}

const oneLetter = (text: string): string => text.replace('operator', 'operatos').replace('console', 'consolf');

describe('what helpers look at', () => {
  test('is what whoever asked would have seen', async () => {
    const blocks = await blocksOf(after((raw) => rewrite(raw, 400, oneLetter)));
    const helpers = startHelpers(sourceThreads, 1);

    const looks = await Promise.all([helpers.look(blocks[0]!, 0), helpers.look(blocks[1]!, 256)]);

    expect(looks).toEqual([lookAtBlock(blocks[0]!, 0), lookAtBlock(blocks[1]!, 256)]);
    expect(looks.map((look) => [look?.scans.length, look?.rule])).toEqual([[256, undefined], [143, 'its bytes are not those that were hashed']]);
    helpers.close();
  });

  test('is at most four blocks at once of each helper', async () => {
    const [block] = await blocksOf(after(() => undefined));
    const helpers = startHelpers(sourceThreads, 2);

    expect(Array.from({ length: 9 }, () => helpers.look(block!, 0) !== null)).toEqual([...Array.from({ length: 8 }, () => true), false]);
    helpers.close();
  });

  test.each([1, 2, 3])('is reported as without them, with %i of them, on a ledger that nobody touched', async (count) => {
    const report = await asWithout(after(() => undefined), startHelpers(sourceThreads, count));

    expect(report).toMatchObject({ verdict: 'consistent', receipts: 3000, seal: { size: 3000 } });
  });

  test.each<[string, object, (raw: Database.Database) => void]>([
    ['a changed byte', { kind: 'receipt', seq: 700 }, (raw) => rewrite(raw, 700, oneLetter)],
    ['a changed byte that was hashed anew', { kind: 'receipts', from: 301, to: 1024 }, (raw) => {
      rewrite(raw, 700, oneLetter);
      recompute(raw);
    }],
    ['two changes, of which the first counts', { kind: 'receipt', seq: 513 }, (raw) => [2900, 513].forEach((seq) => rewrite(raw, seq, oneLetter))],
    ['a receipt that is missing at the start of a block', { kind: 'receipt', seq: 257 }, (raw) => raw.exec('DELETE FROM receipts WHERE seq = 257')],
    ['a receipt that is missing within a block', { kind: 'receipt', seq: 2000 }, (raw) => raw.exec('DELETE FROM receipts WHERE seq = 2000')],
    ['a column that differs from its bytes', { kind: 'receipt', seq: 1500 }, (raw) => raw.exec(`UPDATE receipts SET attempt = '${'0'.repeat(32)}' WHERE seq = 1500`)],
    ['an attempt that is asked again, ten blocks after it was first', { kind: 'receipt', seq: 2902 }, askAgain],
  ])('is reported as without them: %s', async (_, place, tamper) => {
    expect(await asWithout(after(tamper), startHelpers(sourceThreads, 2))).toMatchObject({ verdict: 'broken', finding: { place } });
  });

  test('is looked at by whoever asked where a helper ends before it answers', async () => {
    const ledger = after(() => undefined);

    expect(await asWithout(ledger, startHelpers(endingAfter(2), 2))).toMatchObject({ verdict: 'consistent', receipts: 3000 });
    expect(await asWithout(ledger, startHelpers(endingAfter(0), 1))).toMatchObject({ verdict: 'consistent', receipts: 3000 });
  });

  test('is looked at by whoever asked where a helper cannot be started', async () => {
    expect(await asWithout(after(() => undefined), startHelpers(spawnThreads({ folder: aTemporaryFolder(), ending: '.js' }), 2))).toMatchObject({ verdict: 'consistent', receipts: 3000 });
  });
});

describe('helpers', () => {
  test('are not started where starting them takes longer than looking', () => {
    const helpers = blockHelpers(() => {
      throw new TypeError('nothing is to be started');
    }, 19_999);

    expect(helpers).toBe(noHelpers);
  });

  test('end when they are let go', async () => {
    const { spawn, running } = watched(sourceThreads);

    await asWithout(after((raw) => rewrite(raw, 1, oneLetter)), startHelpers(spawn, 2));

    await expect.poll(running).toBe(0);
  });
});

/** The intent at 2 under the place of another one, with everything that follows from its bytes. */
function askAgain(raw: Database.Database): void {
  const again = Buffer.from(bytesAt(raw, 2).toString('utf8').replace(/"seq":\d+/, '"seq":2902'));
  raw.prepare('UPDATE receipts SET bytes = ?, attempt = (SELECT attempt FROM receipts WHERE seq = 2), kind = ? WHERE seq = 2902').run(again, 'intent');
  recompute(raw);
}

/** Threads that end at the question after so many of them. */
const endingAfter = (questions: number): SpawnThread => (name, data) => {
  const thread = sourceThreads(name, data);
  let asked = 0;
  const send = (message: unknown): void => {
    asked += 1;
    if (asked > questions) thread.stop();
    else thread.send(message);
  };
  return { ...thread, send };
};

/** How many threads there are that did not end. */
function watched(spawn: SpawnThread): { readonly spawn: SpawnThread; readonly running: () => number } {
  let running = 0;
  return {
    spawn: (name, data) => {
      const thread = spawn(name, data);
      running += 1;
      thread.onEnd(() => (running -= 1));
      return thread;
    },
    running: () => running,
  };
}

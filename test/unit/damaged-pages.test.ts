import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { run } from '../../electron/cli/run.ts';
import { LedgerDamagedError, LedgerFromNewerBuildError, LedgerNotReadableError } from '../../electron/host/ledger/ledger-errors.ts';
import { describeFinding, describeTrust } from '../../electron/host/ledger/verify/store-report.ts';
import { verifyDatabase } from '../../electron/host/ledger/verify/verify-database.ts';
import { aSealedLedger, growTo, sealAt, type SealedLedger } from '../support/sealed-ledgers.ts';
import { sourceThreads } from '../support/threads.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 240_000 });

/** In one file, as a console that was closed leaves it. */
function aWholeFile(): SealedLedger & { readonly bytes: Buffer; readonly pageSize: number } {
  const sealed = aSealedLedger();
  sealAt(sealed, [20, 150, 300]);
  sealed.ledger.db.transaction(() => growTo(sealed.journal, 310))();
  sealed.ledger.db.pragma('wal_checkpoint(TRUNCATE)');
  const pageSize = Number(sealed.ledger.db.pragma('page_size', { simple: true }));
  sealed.close();
  return { ...sealed, bytes: readFileSync(path.join(sealed.folder, 'ledger.sqlite')), pageSize };
}

const whole = { value: undefined as ReturnType<typeof aWholeFile> | undefined };
const theFile = () => (whole.value ??= aWholeFile());

/** A copy beside nothing, with what somebody did to its bytes. */
function changedCopy(change: (bytes: Buffer, pageSize: number) => void): string {
  const { bytes, pageSize } = theFile();
  const copy = Buffer.from(bytes);
  change(copy, pageSize);
  const file = path.join(aTemporaryFolder(), 'ledger.sqlite');
  writeFileSync(file, copy);
  return file;
}

const verify = async (file: string) => (await verifyDatabase(file, { keys: [theFile().key.fingerprint], kept: [] }, sourceThreads)).report;

function receiptsIn(file: string, size = 310): readonly string[] {
  const db = new Database(file, { readonly: true });
  try {
    const read = db.prepare('SELECT bytes FROM receipts WHERE seq = ?').pluck();
    return Array.from({ length: size }, (_, index) => String(read.get(index + 1)));
  } finally {
    db.close();
  }
}

/** The page that this is on. A page that was split keeps what is not its own any more, and stands before those that it went to. */
const pageOf = (part: string): number => Math.floor(theFile().bytes.lastIndexOf(part) / theFile().pageSize);
const zeroPage = (page: number) => changedCopy((bytes, size) => bytes.fill(0, page * size, (page + 1) * size));

describe('a page that cannot be read', () => {
  test.each([1, 5, 100, 200, 310])('of receipt %i ends the walk at the first receipt on it, and what was sealed before still holds', async (seq) => {
    const all = receiptsIn(changedCopy(() => undefined));
    const page = pageOf(all[seq - 1] ?? '');
    const first = all.findIndex((bytes) => pageOf(bytes) === page) + 1;

    const report = await verify(zeroPage(page));

    expect(report).toMatchObject({ verdict: 'broken', receipts: first - 1, finding: { place: { kind: 'receipt', seq: first }, rule: 'what is stored of it cannot be read' } });
    expect(report.seal?.size ?? null).toBe([300, 150, 20].find((size) => size < first) ?? null);
    expect(report.verdict === 'broken' && describeFinding(report.finding)).toBe(`Receipt ${first}: what is stored of it cannot be read.`);
  });

  test('of the checkpoints leaves what the receipts are, and says that no signature could be checked', async () => {
    const report = await verify(zeroPage(pageOf(`${theFile().signer.origin}\n`)));

    expect(report).toMatchObject({ verdict: 'broken', receipts: 310, seal: null, finding: { place: { kind: 'table', name: 'checkpoints' } }, notes: ['No signature over any of it could be checked.'] });
    expect(describeTrust(report)).toBe('310 receipts stand in their order and hash as they say, and no signature over them could be checked.');
  });

  test('ends the command with what broken ends it with', async () => {
    const said: string[] = [];

    const code = await run(['verify', zeroPage(pageOf(receiptsIn(changedCopy(() => undefined))[199] ?? '')), '--key', theFile().key.fingerprint], { out: (text) => said.push(text), error: (text) => said.push(text) }, sourceThreads);

    expect(code).toBe(1);
    expect(said.join('')).toContain('Receipts 1 to 150 are as they were when the checkpoint at 150 was signed with the key you named.');
  });

  test('with what the database is made of makes it no ledger', async () => {
    await expect(verify(changedCopy((bytes, size) => bytes.fill(0, 100, size)))).rejects.toThrow(LedgerDamagedError);
  });
});

describe('one changed byte of the file', () => {
  const expected = [LedgerDamagedError, LedgerFromNewerBuildError, LedgerNotReadableError];
  /** The same places each time. */
  const random = (seed: number) => () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;

  test('in any page is found at or before the receipt that it changes, or changes none', async () => {
    const { bytes, pageSize } = theFile();
    const original = receiptsIn(changedCopy(() => undefined));
    const next = random(20_260_101);
    const found = { broken: 0, untouched: 0, refused: 0 };
    for (let page = 0; page < bytes.length / pageSize; page += 1) {
      const header = page === 0 ? 100 : 0;
      const places = [header, header + 3, header + 5, header + 8, ...Array.from({ length: 3 }, () => Math.floor(next() * pageSize))];
      for (const place of places) {
        const at = page * pageSize + place;
        const file = changedCopy((copy) => copy.writeUInt8(copy.readUInt8(at) ^ (1 + Math.floor(next() * 255)), at));
        const report = await verify(file).catch((error: unknown) => {
          if (!expected.some((kind) => error instanceof kind)) throw error;
          return null;
        });
        if (report === null) found.refused += 1;
        else if (report.verdict === 'broken') found.broken += 1;
        else found.untouched += 1;
        // Whatever is said to hold is what was there, all of it where nothing was found.
        if (report) expect(receiptsIn(file, report.receipts), `byte ${at}`).toEqual(original.slice(0, report.receipts));
        if (report?.verdict === 'consistent') expect(report.receipts, `byte ${at}`).toBe(original.length);
      }
    }

    expect(found.broken).toBeGreaterThan(bytes.length / pageSize);
    expect(found.untouched).toBeGreaterThan(0);
  });
});

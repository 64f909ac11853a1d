import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import { lastCheckpoint } from '../../electron/host/ledger/checkpoint-table.ts';
import { spawnThreads } from '../../electron/host/ledger/threads/spawn-threads.ts';
import { startHelpers } from '../../electron/host/ledger/verify/block-helpers.ts';
import { databaseStore } from '../../electron/host/ledger/verify/database-store.ts';
import { lookAtBlock } from '../../electron/host/ledger/verify/look-at-block.ts';
import type { ReadBlock } from '../../electron/host/ledger/verify/store.ts';
import { bundleBytes, bundleFile } from '../support/bundles.ts';
import { packedCli, type PackedCli } from '../support/packed-cli.ts';
import { aSealedLedger, growTo, sealAt } from '../support/sealed-ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 });

let cli: PackedCli;
beforeAll(async () => {
  cli = await packedCli({ withSqlite: false });
});
afterAll(() => cli.remove());

async function aBundle() {
  const sealed = aSealedLedger();
  sealAt(sealed, [20]);
  return { ...sealed, file: bundleFile(await bundleBytes(sealed.ledger, { receipts: [1, 2, 3] })) };
}

describe('the packed command, with nothing native beside it', () => {
  test('says its version and its use', async () => {
    expect(await cli.run('--version')).toEqual({ code: 0, out: '0.1.0\n', error: '' });
    expect((await cli.run('--help')).out).toContain('bailiwick verify BUNDLE|DATABASE');
    expect((await cli.run('verify')).code).toBe(2);
  });

  test('verifies a bundle with the key', async () => {
    const { file, key } = await aBundle();

    const { code, out, error } = await cli.run('verify', file, '--key', key.fingerprint);

    expect([code, error]).toEqual([0, '']);
    expect(out).toContain(`${file}: consistent, and signed with a key that you named\n  3 receipts\n`);
    expect(out).toContain('the owner of the key can have lied from the start');
  });

  test('without a key says that the signer is not known, and who says they are', async () => {
    const { file, key } = await aBundle();

    const { code, out } = await cli.run('verify', file);

    expect(code).toBe(2);
    expect(out).toContain(': consistent, signer not known\n');
    expect(out).toContain(`signer  ${key.fingerprint} (compare it`);
  });

  test('says all of it to programs too', async () => {
    const { file, key, signer } = await aBundle();

    expect(await cli.json('verify', file, '--key', key.fingerprint)).toMatchObject({
      v: 1, file, kind: 'bundle', verdict: 'verified', exit: 0, receipts: 3,
      seal: { size: 20, origin: signer.origin, signer: key.fingerprint, isKnown: true },
      finding: null, notes: expect.any(Array), limits: expect.any(Array), holder: null,
    });
  });

  test('compares a bundle with a checkpoint that its reader has', async () => {
    const { file, key, ledger } = await aBundle();
    const kept = path.join(aTemporaryFolder(), 'kept.checkpoint');
    writeFileSync(kept, lastCheckpoint(ledger.db)?.note ?? '');

    expect(await cli.json('verify', file, '--key', key.fingerprint, '--checkpoint', kept)).toMatchObject({ exit: 0 });
    expect(await cli.json('verify', file, '--key', key.fingerprint, '--checkpoint', `${kept}.not`)).toMatchObject({ exit: 2 });
  });

  test('B12 103: says what a database needs where a binary would not fit', async () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [5]);

    const { code, out, error } = await cli.run('verify', ledgerFile(sealed.folder));

    expect([code, out]).toEqual([2, '']);
    expect(error).toContain('Not verified: A database is read with better-sqlite3, which is not installed here');
  });
});

describe('the packed command, with better-sqlite3 beside it', () => {
  let withSqlite: PackedCli;
  beforeAll(async () => {
    withSqlite = await packedCli({ withSqlite: true });
  });
  afterAll(() => withSqlite.remove());

  test('verifies a database, by its file or its folder, and writes nothing into it', async () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [300]);
    growTo(sealed.journal, 310);
    sealed.close();
    const before = readdirSync(sealed.folder);

    for (const given of [ledgerFile(sealed.folder), sealed.folder]) {
      expect(await withSqlite.json('verify', given, '--key', sealed.key.fingerprint)).toMatchObject({ kind: 'database', verdict: 'verified', receipts: 310, seal: { size: 300 }, holder: null, notes: [expect.stringContaining('10 receipts')] });
    }
    expect(readdirSync(sealed.folder).filter((name) => !/-(wal|shm)$/.test(name))).toEqual(before);
  });

  test('has what it needs to verify a long database on more than one processor', async () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [21_000]);
    const blocks = databaseStore(sealed.ledger.db).blocks();
    const { value } = (await blocks[Symbol.asyncIterator]().next()) as IteratorYieldResult<ReadBlock>;
    const helpers = startHelpers(spawnThreads({ folder: withSqlite.folder, ending: '.js' }), 1);

    expect(await helpers.look(value.block, 0)).toEqual(lookAtBlock(value.block, 0));
    helpers.close();
    expect(await withSqlite.json('verify', sealed.folder, '--key', sealed.key.fingerprint)).toMatchObject({ verdict: 'verified', receipts: 21_000 });
  });

  test('verifies a database that is being written, and says by whom', async () => {
    const sealed = aSealedLedger();
    sealAt(sealed, [20]);

    expect(await withSqlite.json('verify', sealed.folder, '--key', sealed.key.fingerprint)).toMatchObject({ exit: 0, receipts: 20, holder: expect.stringContaining(`process ${process.pid}, since 2`) });
    expect((await withSqlite.run('verify', sealed.folder)).out).toContain('It is being written to meanwhile (process');
  });

  test('says so of a file that is no database, whatever its beginning', async () => {
    const file = path.join(aTemporaryFolder(), 'x.sqlite');
    writeFileSync(file, `SQLite format 3\0${'nothing of it'.repeat(500)}`);

    expect(await withSqlite.run('verify', file)).toMatchObject({ code: 2, error: expect.stringContaining('is no database, or a damaged one') });
  });

  test('finds a link to a bundle as good as the bundle', async () => {
    const { file, key } = await aBundle();
    const folder = aTemporaryFolder();
    mkdirSync(path.join(folder, 'x'));
    symlinkSync(file, path.join(folder, 'x', 'link.zip'));

    expect((await withSqlite.run('verify', path.join(folder, 'x', 'link.zip'), '--key', key.fingerprint)).code).toBe(0);
  });
});

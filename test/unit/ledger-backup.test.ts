import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { backupFolder, listBackups } from '../../electron/host/ledger/backups.ts';
import { migrations } from '../../electron/host/ledger/migrations.ts';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import { allReceipts } from '../../electron/host/ledger/receipt-pages.ts';
import { anInstallation, consoleFolder, custodyItem, expectRefusal, openOn, sealedOnce } from '../support/evidence-host.ts';
import { aLedger, appendMany } from '../support/ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

/** As the first build left it, with so many receipts. */
function anOlderLedger(receipts: number, folder = aTemporaryFolder()): string {
  const { ledger, close } = aLedger(folder);
  appendMany(ledger, receipts);
  const later = ledger.db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ('checkpoints', 'verifiers', 'subtrees')").pluck().all();
  for (const name of later) ledger.db.exec(`DROP TABLE ${String(name)}`);
  ledger.db.pragma('user_version = 1');
  close();
  return folder;
}

describe('before a ledger is brought to this build’s version', () => {
  test('it is copied aside whole, with its version and the time in the name, for this account alone', () => {
    const folder = anOlderLedger(300);

    const { ledger } = aLedger(folder);

    expect(ledger.size).toBe(300);
    const [backup, ...others] = readdirSync(backupFolder(folder));
    expect(others).toEqual([]);
    expect(backup).toMatch(/^ledger-v1-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z\.sqlite$/);
    const file = path.join(backupFolder(folder), backup ?? '');
    expect([statSync(file).mode & 0o777, statSync(backupFolder(folder)).mode & 0o777]).toEqual([0o600, 0o700]);
    const copy = new Database(file, { readonly: true });
    expect([copy.pragma('user_version', { simple: true }), [...allReceipts(copy)].length]).toEqual([1, 300]);
    copy.close();
  });

  test('no more than five copies are kept, the newest', () => {
    const folder = anOlderLedger(3);
    mkdirSync(backupFolder(folder));
    for (let day = 1; day <= 7; day += 1) writeFileSync(path.join(backupFolder(folder), `ledger-v1-2026-01-0${day}T00-00-00-000Z.sqlite`), '');
    writeFileSync(path.join(backupFolder(folder), 'of somebody else'), '');

    aLedger(folder);

    expect(listBackups(folder)).toHaveLength(5);
    expect(listBackups(folder)[0]?.bytes).toBeGreaterThan(0);
    expect(existsSync(path.join(backupFolder(folder), 'of somebody else'))).toBe(true);
  });

  test('what a start left that was killed while it copied is removed', () => {
    const folder = anOlderLedger(3);
    mkdirSync(backupFolder(folder));
    writeFileSync(path.join(backupFolder(folder), 'ledger-v1-2026-01-01T00-00-00-000Z.sqlite.new'), 'half');

    aLedger(folder);

    expect(readdirSync(backupFolder(folder))).toEqual([expect.stringMatching(/^ledger-v1-.*Z\.sqlite$/)]);
  });

  test('nothing is copied of a ledger that is new, or of this version already', () => {
    const { folder, close } = aLedger();
    close();
    aLedger(folder);

    expect(existsSync(backupFolder(folder))).toBe(false);
  });

  test('a copy that cannot be made keeps the ledger as it was', () => {
    const folder = anOlderLedger(3);
    writeFileSync(backupFolder(folder), 'in the way');

    expect(() => aLedger(folder)).toThrow();

    const raw = new Database(ledgerFile(folder), { readonly: true });
    expect(raw.pragma('user_version', { simple: true })).toBe(1);
    raw.close();
  });
});

describe('a backup on request', () => {
  test('goes where the operator wants it, holds all that was written, and leaves its receipts', async () => {
    const installed = anInstallation();
    await sealedOnce(installed);
    const host = openOn(installed);
    host.answers.folder = aTemporaryFolder();

    const result = await host.requests.backUpLedger({});

    const [name = ''] = readdirSync(host.answers.folder);
    const file = path.join(host.answers.folder, name);
    expect(result).toEqual({ ok: true, value: { file } });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const copy = new Database(file, { readonly: true });
    expect([copy.pragma('user_version', { simple: true }), copy.pragma('journal_mode', { simple: true }), [...allReceipts(copy)].length]).toEqual([migrations.length, 'delete', 6]);
    copy.close();
    const { lines } = await host.requests.listReceipts({ filter: {}, limit: 2 });
    expect(lines.map(({ says }) => says)).toEqual(['Settled: applied', 'Back up ledger: asked']);
    expect(readdirSync(path.join(consoleFolder(installed), 'outgoing'))).toEqual([]);
    expect(host.notices.some(({ notice, payload }) => notice === 'taskChanged' && (payload as { label: string }).label === 'Backing up the ledger')).toBe(true);
  });

  test('that cannot be put there is refused, and nothing is left of it', async () => {
    const installed = anInstallation();
    await sealedOnce(installed);
    const host = openOn(installed);
    host.answers.folder = path.join(aTemporaryFolder(), 'a file');
    writeFileSync(host.answers.folder, '');

    expect((await host.requests.backUpLedger({})).ok).toBe(false);

    expect(readdirSync(path.join(consoleFolder(installed), 'outgoing'))).toEqual([]);
  });

  test('that is put back later reads custody unproven until a signed reanchor', async () => {
    const installed = anInstallation();
    await sealedOnce(installed);
    const host = openOn(installed);
    host.answers.folder = aTemporaryFolder();
    await host.requests.backUpLedger({});
    const backup = path.join(host.answers.folder, readdirSync(host.answers.folder)[0] ?? '');
    host.close();
    await sealedOnce(installed);
    for (const end of ['', '-wal', '-shm']) rmSync(`${ledgerFile(consoleFolder(installed))}${end}`, { force: true });
    writeFileSync(ledgerFile(consoleFolder(installed)), 'damaged');

    const later = openOn(installed);
    later.answers.files = [backup];
    expect(await later.requests.restoreBackup({ choice: { kind: 'file' } })).toEqual({ ok: true, value: null });
    expectRefusal(await later.requests.startPrivateEngine({}), 'custody_unproven');
    expect(await later.requests.reanchor({ subject: (await custodyItem(later)).subject })).toEqual({ ok: true, value: null });
    later.close();

    expect((await openOn(installed).requests.frame({})).ledger).toMatchObject({ trouble: null, sealing: { troubles: expect.not.arrayContaining([{ kind: 'custody_unproven' }]) } });
  });
});

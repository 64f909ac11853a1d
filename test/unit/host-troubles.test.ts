import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { migrations } from '../../electron/host/ledger/migrations.ts';
import { ledgerFile } from '../../electron/host/ledger/open-ledger.ts';
import { describeLedgerTrouble, type LedgerTrouble } from '../../shared/ledger-trouble.ts';
import { anInstallation, consoleFolder, custodyItem, expectRefusal, openOn, sealedOnce, type Installed } from '../support/evidence-host.ts';
import { aLedgerProcess } from '../support/ledger-process.ts';
import { asOrdinaryUser } from '../support/ordinary-user.ts';
import type { TestHost } from '../support/test-host.ts';
import { aTinyDisk } from '../support/tiny-disk.ts';

vi.setConfig({ testTimeout: 60_000 });

const fileOf = (installed: Installed): string => ledgerFile(consoleFolder(installed));

async function troubleOf({ requests }: TestHost): Promise<LedgerTrouble & { readonly isRead: boolean }> {
  const { trouble, isRead } = (await requests.frame({})).ledger;
  if (!trouble) throw new TypeError('the ledger can be used');
  return { ...trouble, isRead };
}

async function sealedInstallation(): Promise<Installed> {
  const installed = anInstallation();
  await sealedOnce(installed);
  return installed;
}

/** Nothing of the folder changes by what is done. */
async function leavingAsItWas(installed: Installed, act: () => Promise<void>): Promise<void> {
  const before = readFileSync(fileOf(installed));
  await act();
  expect(readFileSync(fileOf(installed)).equals(before)).toBe(true);
}

describe('a damaged ledger', () => {
  test.each([
    ['that is no database any more', (file: string) => writeFileSync(file, 'not a database, whatever its name says '.repeat(2000))],
    ['with a page that was overwritten', (file: string) => overwrite(file, 4096, 4096)],
    ['that was cut off', (file: string) => truncateSync(file, 10_000)],
  ])('%s opens the window in its state, is left as it is, and starts nothing', async (_name, damage) => {
    const installed = await sealedInstallation();
    damage(fileOf(installed));

    await leavingAsItWas(installed, async () => {
      const host = openOn(installed);

      expect(await troubleOf(host)).toMatchObject({ kind: 'damaged', folder: consoleFolder(installed), isRead: false });
      expectRefusal(await host.requests.startPrivateEngine({}), 'ledger_not_writable');
      expect(await host.requests.listWorkers({})).toEqual([]);
      expectRefusal(await host.requests.reopenLedger({}), 'ledger_not_writable');
      host.close();
    });
  });

  test('with a page that was overwritten is verified: that names the first receipt on it, and nothing is said to hold that was not read', async () => {
    const installed = await sealedInstallation();
    overwrite(fileOf(installed), 4096, 4096);
    const host = openOn(installed);

    expect(await host.requests.verifyLedger({})).toMatchObject({ ok: true, value: { verdict: 'broken', receipts: 0, trust: 'Nothing of it can be relied on.', finding: { seq: 1 } } });
    host.close();
  });

  test('that lost a receipt is read as far as it can be, and verified: that says what may still be relied on', async () => {
    const installed = await sealedInstallation();
    const raw = new Database(fileOf(installed));
    raw.exec('DROP TRIGGER receipts_never_leave; DELETE FROM receipts WHERE seq = 4');
    raw.close();
    const host = openOn(installed);
    expect((await troubleOf(host)).kind).toBe('damaged');

    const report = await host.requests.verifyLedger({});
    const { lines } = await host.requests.listReceipts({ filter: {}, limit: 10 });

    expect(lines.map(({ receipt }) => receipt.seq)).toEqual([5, 3, 2, 1]);
    expect(report).toMatchObject({ ok: true, value: { verdict: 'broken', receipts: 3, finding: { seq: 4 } } });
  });

  test('is replaced by a backup that holds, and set aside; then custody is unproven until a reanchor', async () => {
    const installed = await sealedInstallation();
    const backup = path.join(installed.stateFolder, 'a backup.sqlite');
    cpSync(fileOf(installed), backup);
    await sealedOnce(installed);
    writeFileSync(fileOf(installed), 'damaged');
    const host = openOn(installed);
    host.answers.files = [backup];

    expect(await host.requests.restoreBackup({ choice: { kind: 'file' } })).toEqual({ ok: true, value: null });

    expect((await host.requests.frame({})).ledger).toMatchObject({ trouble: null, isRead: true });
    expect(readdirSync(consoleFolder(installed)).filter((name) => name.includes('set-aside')).map((name) => readFileSync(path.join(consoleFolder(installed), name), 'utf8'))).toContain('damaged');
    expect(statSync(fileOf(installed)).mode & 0o777).toBe(0o600);
    expectRefusal(await host.requests.startPrivateEngine({}), 'custody_unproven');
    expect(await host.requests.reanchor({ subject: (await custodyItem(host)).subject })).toEqual({ ok: true, value: null });
  });

  test('is not replaced by something that does not hold', async () => {
    const installed = await sealedInstallation();
    const backup = path.join(installed.stateFolder, 'not a backup.sqlite');
    writeFileSync(backup, 'nothing');
    writeFileSync(fileOf(installed), 'damaged');
    const host = openOn(installed);
    host.answers.files = [backup];

    expectRefusal(await host.requests.restoreBackup({ choice: { kind: 'file' } }), 'bad_input');

    expect(readFileSync(fileOf(installed), 'utf8')).toBe('damaged');
    expect((await troubleOf(host)).kind).toBe('damaged');
  });

  test('stays as it is where nobody chose a file, or the backup is none of ours', async () => {
    const installed = await sealedInstallation();
    writeFileSync(fileOf(installed), 'damaged');
    const host = openOn(installed);

    expect(await host.requests.restoreBackup({ choice: { kind: 'file' } })).toEqual({ ok: true, value: null });
    expectRefusal(await host.requests.restoreBackup({ choice: { kind: 'backup', name: '../ledger.sqlite' } }), 'not_found');

    expect(readFileSync(fileOf(installed), 'utf8')).toBe('damaged');
  });

  test('can be left for another data folder', async () => {
    const installed = await sealedInstallation();
    writeFileSync(fileOf(installed), 'damaged');
    const host = openOn(installed);
    host.answers.folder = '/somewhere/else';

    await host.requests.openOtherDataFolder({});

    expect(host.answers.elsewhere).toBe('/somewhere/else');
  });
});

describe('a ledger that is not shown to be whole', () => {
  async function anOlderCopy(): Promise<{ readonly installed: Installed; readonly newer: string }> {
    const installed = await sealedInstallation();
    const older = readFileSync(fileOf(installed));
    await sealedOnce(installed);
    const newer = path.join(installed.stateFolder, 'the newer copy.sqlite');
    cpSync(fileOf(installed), newer);
    writeFileSync(fileOf(installed), older);
    return { installed, newer };
  }

  test('is replaced by the newer copy, and set aside; then custody is proven', async () => {
    const { installed, newer } = await anOlderCopy();
    const host = openOn(installed);
    expect((await custodyItem(host)).says).toContain('an older copy was put in place');
    host.answers.files = [newer];

    expect(await host.requests.restoreBackup({ choice: { kind: 'file' } })).toEqual({ ok: true, value: null });

    expect((await host.requests.listInbox({})).map(({ kind }) => kind)).not.toContain('custody_unproven');
    expect((await host.requests.frame({})).ledger).toMatchObject({ trouble: null, isRead: true, size: 7 });
    expect(readdirSync(consoleFolder(installed)).filter((name) => name.includes('set-aside'))).not.toEqual([]);
    expect(host.faults).toEqual([]);
  });

  test('is not replaced by something that does not hold: it is gone on with as it was', async () => {
    const { installed } = await anOlderCopy();
    const backup = path.join(installed.stateFolder, 'not a backup.sqlite');
    writeFileSync(backup, 'nothing');
    const host = openOn(installed);
    host.answers.files = [backup];
    const { subject } = await custodyItem(host);

    expectRefusal(await host.requests.restoreBackup({ choice: { kind: 'file' } }), 'bad_input');

    expect(await host.requests.reanchor({ subject })).toEqual({ ok: true, value: null });
  });

  test('alone is replaced: one that can be used is not', async () => {
    const { installed, newer } = await anOlderCopy();
    writeFileSync(fileOf(installed), readFileSync(newer));
    const host = openOn(installed);
    host.answers.files = [newer];

    expectRefusal(await host.requests.restoreBackup({ choice: { kind: 'file' } }), 'already_so');
  });
});

describe('a newer build’s ledger', () => {
  test('opens the window in its state, unread and untouched', async () => {
    const installed = await sealedInstallation();
    const raw = new Database(fileOf(installed));
    raw.pragma(`user_version = ${migrations.length + 1}`);
    raw.close();

    await leavingAsItWas(installed, async () => {
      const host = openOn(installed);

      expect(await troubleOf(host)).toMatchObject({ kind: 'newer_build', isRead: false, says: expect.stringContaining(`version ${migrations.length + 1}`) });
      host.close();
    });
  });
});

describe('a ledger that another process holds', () => {
  test('is shown as it is, says who holds it, starts nothing, and is taken up when that one is gone', async () => {
    const installed = await sealedInstallation();
    const holder = await aLedgerProcess('hold', consoleFolder(installed));
    const host = openOn(installed);

    expect(await troubleOf(host)).toMatchObject({ kind: 'held', isRead: true, holder: expect.stringContaining(`process ${holder.pid}`) });
    expect((await host.requests.listReceipts({ filter: {}, limit: 10 })).total).toBe(5);
    expectRefusal(await host.requests.startPrivateEngine({}), 'ledger_not_writable');
    await holder.kill();

    expect(await host.requests.reopenLedger({})).toEqual({ ok: true, value: null });

    expect((await host.requests.frame({})).ledger).toMatchObject({ size: 6, trouble: null });
  });

  test('by the database’s own lock, as any tool could, says so when it cannot write', async () => {
    const installed = await sealedInstallation();
    const tool = new Database(fileOf(installed));
    onTestFinished(() => void tool.close());
    tool.exec('BEGIN IMMEDIATE');

    const host = openOn(installed);

    expect(await troubleOf(host)).toMatchObject({ kind: 'held', isRead: true, says: 'database is locked' });
    tool.exec('ROLLBACK');
    expect(await host.requests.reopenLedger({})).toEqual({ ok: true, value: null });
  });
});

describe('a ledger in a folder that can only be read', () => {
  test('is shown as it is and starts nothing, also where SQLite may not write beside it', async () => {
    vi.stubEnv('TMPDIR', '/tmp');
    onTestFinished(() => void vi.unstubAllEnvs());
    const root = mkdtempSync('/tmp/bailiwick-read-only-');
    onTestFinished(() => makeWritable(root));
    const installed = anInstallation(root);
    await sealedOnce(installed);
    makeReadOnly(root);

    await asOrdinaryUser(async () => {
      const host = openOn(installed);
      expect(await troubleOf(host)).toMatchObject({ kind: 'read_only', isRead: true });
      expect((await host.requests.listReceipts({ filter: {}, limit: 10 })).total).toBe(5);
      expectRefusal(await host.requests.startPrivateEngine({}), 'ledger_not_writable');
      expect((await host.requests.setTheme({ theme: 'dark' })).theme).toBe('dark');
      host.close();
    });
    expect(readdirSync('/tmp').filter((name) => name.startsWith('bailiwick-reading-'))).toEqual([]);
  });
});

describe('a full disk', () => {
  test('latches the ledger, whose receipts stay whole, and it goes on once there is space', async ({ skip }) => {
    const disk = aTinyDisk(1_500_000);
    if (disk === undefined) return skip('this account may not mount a file system');
    const installed = { dataFolder: path.join(disk, 'data'), stateFolder: path.join(disk, 'state') };
    await sealedOnce(installed);
    const filler = path.join(disk, 'filler');
    fill(filler);

    const host = openOn(installed);

    expect(await troubleOf(host)).toMatchObject({ kind: 'disk_full', isRead: true });
    expectRefusal(await host.requests.startPrivateEngine({}), 'ledger_not_writable');
    rmSync(filler);
    expect(await host.requests.reopenLedger({})).toEqual({ ok: true, value: null });
    expect((await host.requests.frame({})).ledger.trouble).toBeNull();
    host.close();
  });
});

describe('a ledger whose newest writes were not moved into it yet', () => {
  test('and whose WAL is missing, reads custody unproven', async () => {
    const installed = await sealedInstallation();
    const withoutWal = readFileSync(fileOf(installed));
    await sealedOnce(installed);
    writeFileSync(fileOf(installed), withoutWal);
    expect(existsSync(`${fileOf(installed)}-wal`)).toBe(false);

    expect((await custodyItem(openOn(installed))).says).toContain('1 sealed receipt is gone');
  });
});

test('each trouble has its own words, and a way on', () => {
  const said = { folder: '/d', says: 'x' };
  const troubles: readonly LedgerTrouble[] = [{ ...said, kind: 'damaged' }, { ...said, kind: 'newer_build' }, { ...said, kind: 'read_only' }, { ...said, kind: 'held', holder: 'process 1' }, { ...said, kind: 'disk_full' }, { ...said, kind: 'unreadable' }, { ...said, kind: 'unproven' }];

  expect(new Set(troubles.map((trouble) => describeLedgerTrouble(trouble).title)).size).toBe(troubles.length);
  for (const trouble of troubles) expect(describeLedgerTrouble(trouble).ways).toContain('other_folder');
});

function overwrite(file: string, at: number, bytes: number): void {
  const content = readFileSync(file);
  content.fill(0xa5, at, at + bytes);
  writeFileSync(file, content);
}

function fill(file: string): void {
  try {
    for (let size = 65_536; ; size += 65_536) writeFileSync(file, Buffer.alloc(size));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

const everyPath = (root: string): readonly string[] => [root, ...readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => path.join(root, name))];

function makeReadOnly(root: string): void {
  for (const each of everyPath(root)) chmodSync(each, statSync(each).isDirectory() ? 0o555 : 0o444);
}

function makeWritable(root: string): void {
  for (const each of everyPath(root)) chmodSync(each, statSync(each).isDirectory() ? 0o755 : 0o644);
  rmSync(root, { recursive: true, force: true });
}

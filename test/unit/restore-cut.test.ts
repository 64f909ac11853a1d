import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { stampOf } from '../../electron/host/ledger/backups.ts';
import { LedgerDamagedError } from '../../electron/host/ledger/ledger-errors.ts';
import { ledgerFile } from '../../electron/host/ledger/ledger-file.ts';
import { restoreBackup } from '../../electron/host/ledger/restore-backup.ts';
import { aLedger, appendMany } from '../support/ledgers.ts';
import { aTemporaryFolder } from '../support/temporary-folder.ts';

/** A damaged ledger with what SQLite keeps beside it, and a backup of three receipts. */
function damagedWithBackup(): { readonly folder: string; readonly file: string; readonly backup: string } {
  const { folder: other, ledger, close } = aLedger();
  appendMany(ledger, 3);
  close();
  const folder = aTemporaryFolder();
  const file = ledgerFile(folder);
  for (const end of ['', '-wal', '-shm']) writeFileSync(`${file}${end}`, `damaged${end}`);
  return { folder, file, backup: ledgerFile(other) };
}

const setAsideIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(readdirSync(folder).filter((name) => name.includes('set-aside')).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));

/** The files as they are after so many of the renames that a restore makes: the later ones are undone. */
function restoreCutAfter(done: number, folder: string, backup: string): void {
  const file = ledgerFile(folder);
  const now = new Date();
  restoreBackup(folder, backup, now);
  const aside = `${file}.set-aside-${stampOf(now)}`;
  const made = [[file, aside], [`${file}-wal`, `${aside}-wal`], [`${file}-shm`, `${aside}-shm`], [`${file}.new`, file]] as const;
  for (const [from, to] of made.slice(done).toReversed()) renameSync(to, from);
}

describe('a restore that is killed', () => {
  test.each([1, 2, 3])('after %i of its four renames is finished by the next start, and what was damaged is kept whole under one name', (done) => {
    const { folder, file, backup } = damagedWithBackup();
    restoreCutAfter(done, folder, backup);

    expect(aLedger(folder).ledger.size).toBe(3);

    const [name] = Object.keys(setAsideIn(folder)).toSorted();
    expect(setAsideIn(folder)).toEqual({ [`${name}`]: 'damaged', [`${name}-wal`]: 'damaged-wal', [`${name}-shm`]: 'damaged-shm' });
    expect(existsSync(`${file}.new`)).toBe(false);
  });

  test('before the first of them left the damaged ledger in its place', () => {
    const { folder, file, backup } = damagedWithBackup();
    restoreCutAfter(0, folder, backup);

    expect(() => aLedger(folder)).toThrow(LedgerDamagedError);

    expect(readFileSync(file, 'utf8')).toBe('damaged');
    expect(setAsideIn(folder)).toEqual({});
  });
});

import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { BackupRow } from '../../../shared/ledger-trouble.ts';
import { LedgerDamagedError } from './ledger-errors.ts';
import { refuseNewerBuild } from './migrations.ts';
import { ledgerFile } from './open-ledger.ts';
import { verifyLedger } from './verify-ledger.ts';

/** Each migration leaves one, so this many builds can be gone back to. */
const mostBackups = 5;

export const backupFolder = (dataFolder: string): string => path.join(dataFolder, 'backups');

/** `ledger-v2-2026-11-29T22-15-00-123Z.sqlite`: the schema's version and when. */
export const backupName = (version: number, at: Date): string => `ledger-v${version}-${at.toISOString().replaceAll(/[:.]/g, '-')}.sqlite`;

const namePattern = /^ledger-v\d+-\d{4}-\d{2}-\d{2}T[\d-]+Z\.sqlite$/;

/** The newest first. */
export function listBackups(dataFolder: string): readonly BackupRow[] {
  const folder = backupFolder(dataFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => namePattern.test(name))
    .map((name) => ({ name, stat: statSync(path.join(folder, name)) }))
    .map(({ name, stat }) => ({ name, bytes: stat.size, at: stat.mtime.toISOString() }))
    .toSorted((one, other) => other.at.localeCompare(one.at));
}

/** Copies the whole ledger aside, all at once and for this account alone, before its schema is changed. */
export function backUpBeforeMigration(db: Database.Database, dataFolder: string, now = new Date()): string {
  const folder = backupFolder(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, backupName(Number(db.pragma('user_version', { simple: true })), now));
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  db.prepare('VACUUM INTO ?').run(fresh);
  makePrivateAndDurable(fresh);
  refuseUnlike(db, fresh);
  renameSync(fresh, file);
  for (const { name } of listBackups(dataFolder).slice(mostBackups)) rmSync(path.join(folder, name));
  return file;
}

/** Puts a backup in the place of the ledger. What was there is set aside under another name, and kept. Throws LedgerDamagedError for a backup that does not hold. */
export async function restoreBackup(dataFolder: string, backup: string, now = new Date()): Promise<void> {
  await refuseBroken(backup);
  const file = ledgerFile(dataFolder);
  const fresh = `${file}.new`;
  copyFileSync(backup, fresh);
  makePrivateAndDurable(fresh);
  const aside = `${file}.set-aside-${now.toISOString().replaceAll(/[:.]/g, '-')}`;
  for (const end of ['', '-wal', '-shm']) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`);
  renameSync(fresh, file);
}

async function refuseBroken(backup: string): Promise<void> {
  const db = new Database(backup, { readonly: true, fileMustExist: true });
  try {
    refuseNewerBuild(db);
    const verification = await verifyLedger(db);
    if (verification.kind === 'broken') throw new LedgerDamagedError(`Receipt ${verification.seq} of the backup does not hold: ${verification.rule}.`);
  } finally {
    db.close();
  }
}

function refuseUnlike(db: Database.Database, copy: string): void {
  const other = new Database(copy, { readonly: true, fileMustExist: true });
  try {
    const [one, two] = [db, other].map((each) => each.prepare('SELECT count(*) AS receipts, max(seq) AS last FROM receipts').get());
    const [health] = other.pragma('quick_check') as readonly { readonly quick_check: string }[];
    if (JSON.stringify(one) !== JSON.stringify(two) || health?.quick_check !== 'ok') throw new LedgerDamagedError('The backup is not what was backed up, so nothing is changed.');
  } finally {
    other.close();
  }
}

function makePrivateAndDurable(file: string): void {
  chmodSync(file, 0o600);
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

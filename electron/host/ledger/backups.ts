import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { BackupRow } from '../../../shared/ledger-trouble.ts';
import { LedgerDamagedError } from './ledger-errors.ts';

/** Each migration leaves one, so this many builds can be gone back to. */
const mostBackups = 5;

const unfinished = '.new';

export const backupFolder = (dataFolder: string): string => path.join(dataFolder, 'backups');

/** A time as part of a file’s name. */
export const stampOf = (at: Date): string => at.toISOString().replaceAll(/[:.]/g, '-');

/** `ledger-v2-2026-11-29T22-15-00-123Z.sqlite`: the schema’s version and when. */
export const backupName = (db: Database.Database, at: Date): string => `ledger-v${Number(db.pragma('user_version', { simple: true }))}-${stampOf(at)}.sqlite`;

const namePattern = /^ledger-v\d+-\d{4}-\d{2}-\d{2}T[\d-]+Z\.sqlite$/;

/** The newest first. */
export function listBackups(dataFolder: string): readonly BackupRow[] {
  const folder = backupFolder(dataFolder);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => namePattern.test(name))
    .map((name) => ({ name, stat: statSync(path.join(folder, name)) }))
    .map(({ name, stat }) => ({ name, bytes: stat.size, at: stat.mtime.toISOString() }))
    .toSorted((one, other) => other.at.localeCompare(one.at) || other.name.localeCompare(one.name));
}

/**
 * Copies the whole ledger aside, all at once and for this account alone, before its schema is changed. In one statement: it
 * is opened by nobody else yet, and nothing may be done before it is through.
 */
export function backUpBeforeMigration(db: Database.Database, dataFolder: string, now = new Date()): void {
  const file = path.join(madeBackupFolder(dataFolder), backupName(db, now));
  const fresh = `${file}${unfinished}`;
  dropUnfinished(dataFolder);
  db.prepare('VACUUM INTO ?').run(fresh);
  makePrivateAndDurable(fresh);
  refuseUnlike(db, fresh);
  renameSync(fresh, file);
  for (const { name } of listBackups(dataFolder).slice(mostBackups)) rmSync(path.join(backupFolder(dataFolder), name));
}

/** Of a start that was cut off before it had a whole copy. The ledger is as it was then, and copied again. */
function dropUnfinished(dataFolder: string): void {
  const folder = backupFolder(dataFolder);
  for (const name of readdirSync(folder).filter((each) => each.endsWith(unfinished))) rmSync(path.join(folder, name));
}

function madeBackupFolder(dataFolder: string): string {
  const folder = backupFolder(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export function makePrivateAndDurable(file: string): void {
  chmodSync(file, 0o600);
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function refuseUnlike(db: Database.Database, copy: string): void {
  const other = new Database(copy, { readonly: true, fileMustExist: true });
  try {
    const [one, two] = [db, other].map((each) => each.prepare('SELECT count(*) AS receipts, max(seq) AS last FROM receipts').get());
    const health = other.pragma('quick_check', { simple: true });
    if (JSON.stringify(one) !== JSON.stringify(two) || health !== 'ok') throw new LedgerDamagedError('The backup is not what was backed up, so nothing is changed.');
  } finally {
    other.close();
  }
}

import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import Database from 'better-sqlite3';
import { backUpBeforeMigration } from './backups.ts';
import { finishExchange } from './exchange-ledger.ts';
import { ledgerFile } from './ledger-file.ts';
import { Ledger } from './ledger.ts';
import { LedgerDamagedError, LedgerNotWritableError } from './ledger-errors.ts';
import { migrate, needsMigration, refuseNewerBuild } from './migrations.ts';
import { openReader } from './open-reader.ts';
import { takeWriterLock } from './writer-lock.ts';

export interface OpenedLedger {
  readonly ledger: Ledger;
  close(): void;
}

export { ledgerFile } from './ledger-file.ts';

export function setPragmas(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
}

/**
 * Opens the folder's ledger as its one writer. Throws LedgerHeldError, LedgerFromNewerBuildError, LedgerDamagedError, or
 * LedgerNotWritableError where the folder cannot be written.
 */
export function openLedger(folder: string, now?: () => number): OpenedLedger {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return withNamedErrors(folder, () => {
    const lock = takeWriterLock(folder);
    try {
      const ledger = openFile(folder, now);
      return { ledger, close: () => closeBoth(ledger, lock) };
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

function openFile(folder: string, now?: () => number): Ledger {
  finishExchange(folder);
  const file = ledgerFile(folder);
  const isNew = !existsSync(file);
  if (!isNew) refuseUntouched(file);
  const db = new Database(file);
  try {
    // SQLite lets others read what it makes; what it makes beside this file later has this file's permissions.
    if (isNew) chmodSync(file, 0o600);
    setPragmas(db);
    if (needsMigration(db)) backUpBeforeMigration(db, folder);
    migrate(db);
    return new Ledger(db, now);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Looks at the version without the right to write, so that a newer build's file stays as it is to the byte. */
function refuseUntouched(file: string): void {
  const db = openReader(Database, file);
  try {
    refuseNewerBuild(db);
  } finally {
    db.close();
  }
}

function closeBoth(ledger: Ledger, lock: { release(): void }): void {
  try {
    ledger.close();
  } finally {
    lock.release();
  }
}

function withNamedErrors<Value>(folder: string, open: () => Value): Value {
  try {
    return open();
  } catch (cause) {
    if (!(cause instanceof Database.SqliteError)) throw cause;
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(cause.code)) throw new LedgerDamagedError(`The ledger in ${folder} is damaged (${cause.message}).`, { cause });
    throw new LedgerNotWritableError(`The data folder ${folder} cannot be written (${cause.message}).`, { cause });
  }
}

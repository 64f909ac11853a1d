import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { Ledger } from './ledger.ts';
import { migrate } from './migrations.ts';
import { takeWriterLock } from './writer-lock.ts';

export const ledgerFile = (folder: string): string => path.join(folder, 'ledger.sqlite');

export function setPragmas(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
}

/** Opens the folder's ledger as its one writer. Throws LedgerHeldError, LedgerFromNewerBuildError or LedgerDamagedError. */
export function openLedger(folder: string, now?: () => number): { readonly ledger: Ledger; readonly close: () => void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = takeWriterLock(folder);
  try {
    const db = new Database(ledgerFile(folder));
    setPragmas(db);
    migrate(db);
    const ledger = new Ledger(db, now);
    return {
      ledger,
      close: () => {
        ledger.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

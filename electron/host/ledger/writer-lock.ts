import { chmodSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { LedgerHeldError } from './ledger-errors.ts';
import { holderIn, writerLock, writerNote } from './writer-note.ts';

export interface WriterLock {
  release(): void;
}

/** A connection that nothing refers to is collected, and its lock given back with it. */
const held = new Set<Database.Database>();

/**
 * Makes this process the data folder's only writer. The lock is SQLite's own on a file of its own, so the system drops it
 * with the process, however it ends, and a reused process id means nothing. The note beside it is for people.
 */
export function takeWriterLock(folder: string): WriterLock {
  const file = writerLock(folder);
  const db = new Database(file, { timeout: 0 });
  try {
    // What SQLite makes beside it has the same permissions.
    chmodSync(file, 0o600);
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    writeFileSync(writerNote(folder), JSON.stringify({ pid: process.pid, since: new Date().toISOString() }), { mode: 0o600 });
  } catch (cause) {
    db.close();
    if (!isBusy(cause)) throw cause;
    const holder = holderIn(folder);
    throw new LedgerHeldError(`Another Bailiwick writes to ${folder}${holder && ` (${holder})`}. Close it, or choose another data folder.`, { cause });
  }
  held.add(db);
  return {
    release: () => {
      held.delete(db);
      db.close();
    },
  };
}

const isBusy = (cause: unknown): boolean => cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY');

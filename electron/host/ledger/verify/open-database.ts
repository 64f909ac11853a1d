import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type SqliteDatabase from 'better-sqlite3';
import { faultText } from '../../../../shared/error-code.ts';
import { LedgerDamagedError, LedgerNotReadableError } from '../ledger-errors.ts';
import { openReader } from '../open-reader.ts';
import { holderIn, writerLock } from '../writer-note.ts';

type Sqlite = typeof SqliteDatabase;

export interface OpenedDatabase {
  readonly db: SqliteDatabase.Database;
  /** Who writes to it at the same time; null where nobody does. */
  readonly holder: string | null;
  close(): void;
}

/** Opens a ledger's database to be read and nothing else. Throws LedgerNotReadableError, LedgerDamagedError. */
export async function openDatabase(file: string): Promise<OpenedDatabase> {
  const Database = await loadSqlite();
  const db = opening(Database, file, () => openReader(Database, file));
  return { db, holder: holderOf(Database, path.dirname(file)), close: () => void db.close() };
}

const neededLevel = 10;

/** Loaded here alone, so that whoever verifies a bundle needs nothing native. */
async function loadSqlite(): Promise<Sqlite> {
  const folder = packageFolder();
  if (!folder) throw new LedgerNotReadableError('A database is read with better-sqlite3, which is not installed here: npm install better-sqlite3@13. A bundle needs nothing.');
  const isBuilt = ['Release', 'Debug'].some((kind) => existsSync(path.join(folder, 'build', kind, 'better_sqlite3.node')));
  const level = Number(process.versions['napi']);
  if (level < neededLevel && !isBuilt) {
    throw new LedgerNotReadableError(`A database is read with better-sqlite3, whose binary needs Node-API ${neededLevel}; Node ${process.versions.node} has ${level}. Use Node 22.14 or newer, or build the package from its source. A bundle needs nothing.`);
  }
  return (await import('better-sqlite3')).default;
}

/** As Node itself looks for packages: in each folder above this file. Loading one whose binary does not fit would end the process. */
function packageFolder(): string | undefined {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const here = path.join(folder, 'node_modules', 'better-sqlite3');
    if (existsSync(path.join(here, 'package.json'))) return here;
    const above = path.dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
}

function opening<Value>(Database: Sqlite, file: string, open: () => Value): Value {
  try {
    return open();
  } catch (cause) {
    if (!(cause instanceof Database.SqliteError)) throw new LedgerNotReadableError(`${file} cannot be opened: ${faultText(cause)}.`, { cause });
    if (/^SQLITE_(NOTADB|CORRUPT)/.test(cause.code)) throw new LedgerDamagedError(`${file} is no database, or a damaged one (${cause.message}).`, { cause });
    throw new LedgerNotReadableError(`${file} cannot be opened (${cause.message}). Where its folder cannot be written, copy it, and the files beside it that begin with its name, to one that can.`, { cause });
  }
}

/** Asks the lock and not the note: a writer that was killed leaves its note behind. */
function holderOf(Database: Sqlite, folder: string): string | null {
  const lock = writerLock(folder);
  if (!existsSync(lock)) return null;
  try {
    const db = new Database(lock, { readonly: true, timeout: 0 });
    try {
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
      return null;
    } finally {
      db.close();
    }
  } catch (error) {
    const isHeld = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
    return isHeld ? holderIn(folder) || 'another process' : null;
  }
}

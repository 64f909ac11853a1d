import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { Ledger } from './ledger.ts';
import { LedgerNotReadableError } from './ledger-errors.ts';
import { migrations, refuseNewerBuild } from './migrations.ts';
import { openReader } from './open-reader.ts';

interface Reading {
  readonly ledger: Ledger;
  close(): void;
}

/** Opens a ledger that cannot be written, as it is now: every append is refused because of `why`. */
export function openToRead(file: string, why: unknown): Reading {
  const { db, done } = readable(file);
  try {
    if (refuseNewerBuild(db) < migrations.length) throw new LedgerNotReadableError('It was written by an older build, and bringing it up to date needs the right to write.');
    const ledger = Ledger.readOnly(db, why);
    return { ledger, close: () => { ledger.close(); done(); } };
  } catch (error) {
    db.close();
    done();
    throw error;
  }
}

/** SQLite needs to write beside a database in WAL mode even to read it: where it cannot, a copy is read. */
function readable(file: string): { readonly db: Database.Database; readonly done: () => void } {
  try {
    return { db: openReader(Database, file), done: () => undefined };
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || !/^SQLITE_(CANTOPEN|READONLY|FULL|IOERR)/.test(error.code) || !existsSync(file)) throw error;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'bailiwick-reading-'));
  const done = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    return { db: openReader(Database, copied(file, folder)), done };
  } catch (error) {
    done();
    throw error;
  }
}

/** With what its last writer had not moved into the main file. */
function copied(file: string, folder: string): string {
  const copy = path.join(folder, path.basename(file));
  for (const end of ['', '-wal']) if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${copy}${end}`);
  return copy;
}

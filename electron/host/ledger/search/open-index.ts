import { chmodSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { indexVersion } from './entry.ts';
import { IndexDamagedError, SearchIndex } from './search-index.ts';

export const searchFile = (folder: string): string => path.join(folder, 'search.sqlite');

const schema = `
  CREATE TABLE times (
    seq INTEGER PRIMARY KEY,
    at  INTEGER NOT NULL
  ) STRICT;
  -- Words that are no ids: few, however many receipts there are.
  CREATE TABLE vocabulary (
    word TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE texts USING fts5 (tokens, content = '', columnsize = 0, detail = none, tokenize = 'ascii', prefix = '1 2 3 4');
  -- So many receipts are in the index, and the last of them has this leaf.
  CREATE TABLE mark (
    size INTEGER NOT NULL,
    leaf BLOB
  ) STRICT;
  INSERT INTO mark (size, leaf) VALUES (0, NULL);
`;

/** Opens the index as it is, or makes an empty one where there is none that this build could read. */
export function openIndex(file: string): SearchIndex {
  const found = openKnown(file);
  if (found) return found;
  dropIndex(file);
  return makeIndex(file);
}

/** What it held can be made again. */
export function dropIndex(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}

export const isDamage = (error: unknown): boolean => error instanceof IndexDamagedError || (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code));

function openKnown(file: string): SearchIndex | undefined {
  const db = new Database(file);
  try {
    db.pragma('trusted_schema = OFF');
    if (Number(db.pragma('user_version', { simple: true })) === indexVersion) return new SearchIndex(withPragmas(db));
  } catch (error) {
    db.close();
    // There is no reason to mend it; what is wrong with the disk shows again when it is made.
    if (error instanceof Database.SqliteError || error instanceof IndexDamagedError) return undefined;
    throw error;
  }
  db.close();
  return undefined;
}

function makeIndex(file: string): SearchIndex {
  const db = new Database(file);
  try {
    chmodSync(file, 0o600);
    withPragmas(db);
    db.transaction(() => {
      db.exec(schema);
      db.pragma(`user_version = ${indexVersion}`);
    }).immediate();
    return new SearchIndex(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A write-ahead log is whole after a crash without waiting for the disk at each commit: what the mark says holds then too. */
function withPragmas(db: Database.Database): Database.Database {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('cache_size = -65536');
  return db;
}

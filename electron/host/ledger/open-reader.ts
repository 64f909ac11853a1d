import type SqliteDatabase from 'better-sqlite3';

/**
 * Opens a database to be read and nothing else. Its first page is read at once: what is no database throws here and not
 * later. SQLite is given, since not everybody who reads has it from the start.
 */
export function openReader(Sqlite: typeof SqliteDatabase, file: string): SqliteDatabase.Database {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    db.pragma('trusted_schema = OFF');
    db.pragma('user_version');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

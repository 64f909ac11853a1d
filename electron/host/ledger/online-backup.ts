import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { backupName, makePrivateAndDurable } from './backups.ts';
import { refuseDamaged } from './verify/find-damage.ts';
import type { SpawnThread } from './threads/spawn-threads.ts';

/** Pages between two looks at what else there is to do: appends go on meanwhile. */
const pagesAtOnce = 200;

/** Copies the ledger while it is used into one file that needs nothing beside it, and reads the copy through. Throws where the copy does not hold; what there is of it stays. */
export async function backUpOnline(spawn: SpawnThread, db: Database.Database, file: string, onBytes: (done: number, total: number) => void, now = new Date()): Promise<{ readonly name: string; readonly bytes: number }> {
  const name = backupName(db, now);
  const pageSize = Number(db.pragma('page_size', { simple: true }));
  await db.backup(file, {
    progress: ({ totalPages, remainingPages }) => {
      onBytes((totalPages - remainingPages) * pageSize, totalPages * pageSize);
      return pagesAtOnce;
    },
  });
  makeSelfContained(file);
  makePrivateAndDurable(file);
  await refuseDamaged(spawn, file);
  return { name, bytes: statSync(file).size };
}

/** A database in WAL mode could not be read where nothing may be written beside it. */
function makeSelfContained(file: string): void {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

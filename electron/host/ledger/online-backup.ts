import { rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { backupName, madeBackupFolder, makePrivateAndDurable } from './backups.ts';
import { refuseDamaged } from './verify/find-damage.ts';
import type { SpawnThread } from './threads/spawn-threads.ts';

/** Pages between two looks at what else there is to do: appends go on meanwhile. */
const pagesAtOnce = 200;

export interface StagedBackup {
  /** In the data folder, and to be moved or removed by whoever asked for it. */
  readonly file: string;
  readonly name: string;
}

/** Copies the ledger while it is used into one file that needs nothing beside it, and reads the copy through. Nothing is left of one that does not hold. */
export async function backUpOnline(spawn: SpawnThread, db: Database.Database, dataFolder: string, onBytes: (done: number, total: number) => void, now = new Date()): Promise<StagedBackup> {
  const name = backupName(db, now);
  const file = path.join(madeBackupFolder(dataFolder), `${name}.new`);
  const pageSize = Number(db.pragma('page_size', { simple: true }));
  rmSync(file, { force: true });
  try {
    await db.backup(file, {
      progress: ({ totalPages, remainingPages }) => {
        onBytes((totalPages - remainingPages) * pageSize, totalPages * pageSize);
        return pagesAtOnce;
      },
    });
    makeSelfContained(file);
    makePrivateAndDurable(file);
    await refuseDamaged(spawn, file);
    return { file, name };
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
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

import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { makePrivateAndDurable, stampOf } from './backups.ts';
import { ledgerFile } from './ledger-file.ts';
import { refuseDamaged } from './verify/find-damage.ts';
import type { SpawnThread } from './threads/spawn-threads.ts';
import { takeWriterLock } from './writer-lock.ts';

/** Puts a backup that holds in the place of the ledger. What was there is set aside under another name, and kept. Throws as `refuseDamaged` does. */
export async function restoreBackup(spawn: SpawnThread, dataFolder: string, backup: string, now = new Date()): Promise<void> {
  await refuseDamaged(spawn, backup);
  const lock = takeWriterLock(dataFolder);
  try {
    exchange(dataFolder, backup, now);
  } finally {
    lock.release();
  }
}

function exchange(dataFolder: string, backup: string, now: Date): void {
  const file = ledgerFile(dataFolder);
  const fresh = `${file}.new`;
  copyFileSync(backup, fresh);
  makePrivateAndDurable(fresh);
  const aside = `${file}.set-aside-${stampOf(now)}`;
  for (const end of ['', '-wal', '-shm']) if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${aside}${end}`);
  renameSync(fresh, file);
}

import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { makePrivateAndDurable, stampOf } from './backups.ts';
import { ledgerFile } from './ledger-file.ts';
import { takeWriterLock } from './writer-lock.ts';

/** Puts a backup that was seen to hold in the place of the ledger. What was there is set aside under another name, and kept. */
export function restoreBackup(dataFolder: string, backup: string, now = new Date()): void {
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

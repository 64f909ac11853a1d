import { exchange } from './exchange-ledger.ts';
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

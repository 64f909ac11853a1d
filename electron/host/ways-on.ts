import path from 'node:path';
import type { BackupChoice, LedgerTrouble } from '../../shared/ledger-trouble.ts';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import type { Surroundings } from './desk.ts';
import { backupFolder, listBackups } from './ledger/backups.ts';
import { LedgerDamagedError, LedgerFromNewerBuildError } from './ledger/ledger-errors.ts';
import { restoreBackup } from './ledger/restore-backup.ts';
import { troubleOf } from './ledger/trouble-of.ts';
import { JobFailedError } from './ledger/threads/run-in-thread.ts';
import type { SpawnThread } from './ledger/threads/spawn-threads.ts';

/** The ways on from a ledger that cannot be used. */
export interface WaysOn {
  /** Verifies the ledger, and goes on with it under a new epoch if it can be used now. */
  reopen(): Promise<Result<null>>;
  /** Puts a backup in the place of a damaged ledger. */
  restore(choice: BackupChoice): Promise<Result<null>>;
}

/** The file of a backup; null where nobody chose one. */
export async function fileOfBackup(dataFolder: string, { chooseFiles }: Pick<Surroundings, 'chooseFiles'>, choice: BackupChoice): Promise<Result<string | null>> {
  switch (choice.kind) {
    case 'file': return ok((await chooseFiles('backup'))?.[0] ?? null);
    case 'backup': {
      const isKnown = listBackups(dataFolder).some(({ name }) => name === choice.name);
      return isKnown ? ok(path.join(backupFolder(dataFolder), choice.name)) : refused(refusal('not_found', `There is no backup ${choice.name}.`, 'Choose another one.'));
    }
  }
}

export async function restoreInPlace(spawn: SpawnThread, dataFolder: string, trouble: LedgerTrouble, backup: string): Promise<Result<null>> {
  if (trouble.kind !== 'damaged') return refused(refusal('blocked', 'A backup takes the place of a damaged ledger only.', 'Nothing is wrong with what is there.'));
  try {
    await restoreBackup(spawn, dataFolder, backup);
    return ok(null);
  } catch (error) {
    if (error instanceof LedgerDamagedError || error instanceof LedgerFromNewerBuildError || error instanceof JobFailedError) return refused(refusal('bad_input', error.message, 'Choose another backup; the damaged ledger is where it was.'));
    return refused(refusal('blocked', `The backup could not be put in place: ${troubleOf(dataFolder, error).says}.`, 'Mend what stands in the way, then try again.'));
  }
}

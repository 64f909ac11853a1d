import path from 'node:path';
import { describeLedgerTrouble, type BackupChoice, type LedgerTrouble } from '../../shared/ledger-trouble.ts';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import type { Surroundings } from './desk.ts';
import { backupFolder, listBackups } from './ledger/backups.ts';
import { LedgerDamagedError, LedgerFromNewerBuildError } from './ledger/ledger-errors.ts';
import { restoreBackup } from './ledger/restore-backup.ts';
import { troubleOf } from './ledger/trouble-of.ts';
import { refuseDamaged } from './ledger/verify/find-damage.ts';
import { JobFailedError } from './ledger/threads/run-in-thread.ts';
import type { SpawnThread } from './ledger/threads/spawn-threads.ts';

/** The ways on from a ledger that cannot be used. */
export interface WaysOn {
  /** Verifies the ledger, and goes on with it under a new epoch if it can be used now. */
  reopen(): Promise<Result<null>>;
  /** Puts a backup in the place of a ledger that is damaged, or not shown to be whole. */
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

/** Before anything is closed for it: what does not hold leaves all as it was. */
export async function refuseWhatDoesNotHold(spawn: SpawnThread, backup: string): Promise<Result<null>> {
  try {
    await refuseDamaged(spawn, backup);
    return ok(null);
  } catch (error) {
    if (error instanceof LedgerDamagedError || error instanceof LedgerFromNewerBuildError || error instanceof JobFailedError) return refused(refusal('bad_input', error.message, 'Choose another backup; the ledger is where it was.'));
    throw error;
  }
}

export function restoreInPlace(dataFolder: string, trouble: LedgerTrouble, backup: string): Result<null> {
  if (trouble.kind !== 'damaged' && trouble.kind !== 'unproven') return refused(refusal('blocked', 'A backup takes the place only of a ledger that is damaged, or not shown to be whole.', describeLedgerTrouble(trouble).todo));
  try {
    restoreBackup(dataFolder, backup);
    return ok(null);
  } catch (error) {
    return refused(refusal('blocked', `The backup could not be put in place: ${troubleOf(dataFolder, error).says}.`, 'Mend what stands in the way, then try again.'));
  }
}

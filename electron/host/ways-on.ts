import path from 'node:path';
import type { LedgerTrouble } from '../../shared/ledger-trouble.ts';
import { refusal } from '../../shared/refusal.ts';
import { ok, refused, type Result } from '../../shared/result.ts';
import type { Surroundings } from './desk.ts';
import { backupFolder, listBackups } from './ledger/backups.ts';
import { LedgerDamagedError, LedgerFromNewerBuildError } from './ledger/ledger-errors.ts';
import { restoreBackup } from './ledger/restore-backup.ts';
import { troubleOf } from './ledger/trouble-of.ts';
import { JobFailedError } from './ledger/verify/run-in-worker.ts';
import type { SpawnWorker } from './ledger/verify/spawn-worker.ts';

/** The ways on from a ledger that cannot be used. */
export interface WaysOn {
  /** Verifies the ledger, and goes on with it under a new epoch if it can be used now. */
  reopen(): Promise<Result<null>>;
  /** Puts a backup in the ledger's place; `null` asks for a file. */
  restore(name: string | null): Promise<Result<null>>;
}

interface RestorePorts {
  readonly dataFolder: string;
  readonly spawn: SpawnWorker;
  readonly surroundings: Pick<Surroundings, 'chooseFiles'>;
}

/** The chosen backup in the place of a damaged ledger, which is set aside. */
export async function restoreInPlace({ dataFolder, spawn, surroundings }: RestorePorts, trouble: LedgerTrouble | null, name: string | null): Promise<Result<'restored' | 'cancelled'>> {
  if (trouble?.kind !== 'damaged') return refused(refusal('blocked', 'A backup takes the place of a damaged ledger only.', 'Nothing is wrong with what is there.'));
  const backup = name === null ? await chosenFile(surroundings) : knownBackup(dataFolder, name);
  if (backup === null) return ok('cancelled');
  if (backup === undefined) return refused(refusal('not_found', `There is no backup ${name}.`, 'Choose another one.'));
  try {
    await restoreBackup(spawn, dataFolder, backup);
    return ok('restored');
  } catch (error) {
    if (error instanceof LedgerDamagedError || error instanceof LedgerFromNewerBuildError || error instanceof JobFailedError) return refused(refusal('bad_input', error.message, 'Choose another backup; the damaged ledger is where it was.'));
    return refused(refusal('blocked', `The backup could not be put in place: ${troubleOf(dataFolder, error).says}.`, 'Mend what stands in the way, then try again.'));
  }
}

async function chosenFile({ chooseFiles }: RestorePorts['surroundings']): Promise<string | null> {
  const chosen = await chooseFiles('backup');
  return chosen?.[0] ?? null;
}

const knownBackup = (dataFolder: string, name: string): string | undefined =>
  listBackups(dataFolder).some((backup) => backup.name === name) ? path.join(backupFolder(dataFolder), name) : undefined;

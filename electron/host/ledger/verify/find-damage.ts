import { LedgerDamagedError, LedgerFromNewerBuildError } from '../ledger-errors.ts';
import { JobFailedError } from '../threads/run-in-thread.ts';
import type { SpawnThread } from '../threads/spawn-threads.ts';
import { describeFinding } from './store-report.ts';
import { verifyInThread } from './verify-in-thread.ts';

/** Reads a database through on a thread. Throws LedgerDamagedError or LedgerFromNewerBuildError for what does not hold or is not understood, JobFailedError where it cannot be read. */
export async function refuseDamaged(spawn: SpawnThread, file: string, onProgress?: (receipts: number) => void): Promise<void> {
  try {
    const { report } = await verifyInThread(spawn, { file, trust: { keys: [], kept: [] } }, onProgress && { onProgress });
    if (report.verdict === 'broken') throw new LedgerDamagedError(describeFinding(report.finding));
  } catch (error) {
    if (!(error instanceof JobFailedError)) throw error;
    if (error.because === 'LedgerDamagedError') throw new LedgerDamagedError(error.message, { cause: error });
    throw error.because === 'LedgerFromNewerBuildError' ? new LedgerFromNewerBuildError(error.message, { cause: error }) : error;
  }
}

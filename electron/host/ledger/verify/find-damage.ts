import { LedgerDamagedError, LedgerFromNewerBuildError } from '../ledger-errors.ts';
import { JobFailedError } from './run-in-worker.ts';
import type { SpawnWorker } from './spawn-worker.ts';
import { describeFinding } from './store-report.ts';
import { verifyInWorker } from './verify-in-worker.ts';

/** Reads a database through on a thread. Throws LedgerDamagedError or LedgerFromNewerBuildError for what does not hold or is not understood, JobFailedError where it cannot be read. */
export async function refuseDamaged(spawn: SpawnWorker, file: string, onProgress?: (receipts: number) => void): Promise<void> {
  try {
    const { report } = await verifyInWorker(spawn, { file, trust: { keys: [], kept: [] } }, onProgress && { onProgress });
    if (report.verdict === 'broken') throw new LedgerDamagedError(describeFinding(report.finding));
  } catch (error) {
    if (!(error instanceof JobFailedError)) throw error;
    if (error.because === 'LedgerDamagedError') throw new LedgerDamagedError(error.message, { cause: error });
    throw error.because === 'LedgerFromNewerBuildError' ? new LedgerFromNewerBuildError(error.message, { cause: error }) : error;
  }
}

import { LedgerDamagedError } from '../ledger-errors.ts';
import type { Trust } from './anchors.ts';
import { databaseStore } from './database-store.ts';
import { openDatabase } from './open-database.ts';
import type { StoreReport } from './store-report.ts';
import { verifyStore } from './verify-store.ts';
import type { Watch } from './walk-receipts.ts';

export interface DatabaseReport {
  readonly report: StoreReport;
  /** Who writes to it at the same time; null where nobody does. */
  readonly holder: string | null;
}

/** Verifies a ledger's database out of its file. Throws LedgerNotReadableError, LedgerDamagedError, LedgerFromNewerBuildError. */
export async function verifyDatabase(file: string, trust: Trust, watch: Watch = {}): Promise<DatabaseReport> {
  const { db, holder, close } = await openDatabase(file);
  try {
    return { report: await verifyStore(databaseStore(db), trust, watch), holder };
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === 'SqliteError')) throw cause;
    throw new LedgerDamagedError(`${file} is no ledger, or a damaged one (${cause.message}).`, { cause });
  } finally {
    close();
  }
}

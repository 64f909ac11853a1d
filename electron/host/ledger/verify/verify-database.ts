import { LedgerDamagedError } from '../ledger-errors.ts';
import type { SpawnThread } from '../threads/spawn-threads.ts';
import type { Trust } from './anchors.ts';
import { blockHelpers } from './block-helpers.ts';
import { databaseStore } from './database-store.ts';
import { openDatabase } from './open-database.ts';
import type { Store } from './store.ts';
import type { StoreReport } from './store-report.ts';
import { verifyStore } from './verify-store.ts';
import type { Watch } from './walk-receipts.ts';

export interface DatabaseReport {
  readonly report: StoreReport;
  /** Who writes to it at the same time; null where nobody does. */
  readonly holder: string | null;
}

/** Verifies a ledger's database out of its file, on as many processors as there are. Throws LedgerNotReadableError, LedgerDamagedError, LedgerFromNewerBuildError. */
export async function verifyDatabase(file: string, trust: Trust, spawn: SpawnThread, watch: Omit<Watch, 'helpers'> = {}): Promise<DatabaseReport> {
  const { db, holder, close } = await openDatabase(file);
  try {
    return { report: await withHelpers(databaseStore(db), trust, spawn, watch), holder };
  } catch (cause) {
    if (!(cause instanceof Error && cause.name === 'SqliteError')) throw cause;
    throw new LedgerDamagedError(`${file} is no ledger, or a damaged one (${cause.message}).`, { cause });
  } finally {
    close();
  }
}

async function withHelpers(store: Store, trust: Trust, spawn: SpawnThread, watch: Omit<Watch, 'helpers'>): Promise<StoreReport> {
  const helpers = blockHelpers(spawn, store.extent.last);
  try {
    return await verifyStore(store, trust, { ...watch, helpers });
  } finally {
    helpers.close();
  }
}

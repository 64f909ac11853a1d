/** An append failed, or the ledger was opened only to be read: no effect may start. */
export class LedgerNotWritableError extends Error {
  override name = 'LedgerNotWritableError';
}

/** Another living process writes to this data folder. */
export class LedgerHeldError extends Error {
  override name = 'LedgerHeldError';
}

/** The database was written by a newer build: this one would not understand all of it. */
export class LedgerFromNewerBuildError extends Error {
  override name = 'LedgerFromNewerBuildError';
}

/** What is stored is not what a ledger can hold. */
export class LedgerDamagedError extends Error {
  override name = 'LedgerDamagedError';
}

/** The database cannot be opened to be read, which says nothing about what is in it. */
export class LedgerNotReadableError extends Error {
  override name = 'LedgerNotReadableError';
}

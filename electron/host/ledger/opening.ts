import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { LedgerTrouble } from '../../../shared/ledger-trouble.ts';
import { LedgerDamagedError, LedgerFromNewerBuildError, LedgerNotReadableError } from './ledger-errors.ts';
import { ledgerFile, openLedger, type OpenedLedger } from './open-ledger.ts';
import { openToRead } from './open-to-read.ts';
import { troubleOf } from './trouble-of.ts';

/** What came of opening a folder's ledger: one that is written, one that is only read, or none. */
export type Opening =
  | (OpenedLedger & { readonly kind: 'opened'; readonly trouble: LedgerTrouble | null })
  | { readonly kind: 'shut'; readonly trouble: LedgerTrouble };

export function tryToOpen(folder: string): Opening {
  try {
    return { kind: 'opened', trouble: null, ...openLedger(folder) };
  } catch (error) {
    const trouble = troubleOf(folder, error);
    return toRead(folder, trouble, error) ?? { kind: 'shut', trouble };
  }
}

/** Nothing of a newer build or of a damaged ledger is read as if it were understood. */
function toRead(folder: string, trouble: LedgerTrouble, why: unknown): Opening | undefined {
  const file = ledgerFile(folder);
  const isWhole = trouble.kind === 'read_only' || trouble.kind === 'held' || trouble.kind === 'disk_full';
  if (!isWhole || !existsSync(file)) return undefined;
  try {
    return { kind: 'opened', trouble, ...openToRead(file, why) };
  } catch (error) {
    if (error instanceof LedgerFromNewerBuildError || error instanceof LedgerDamagedError) return { kind: 'shut', trouble: troubleOf(folder, error) };
    if (error instanceof LedgerNotReadableError || error instanceof Database.SqliteError || isFileError(error)) return undefined;
    throw error;
  }
}

const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

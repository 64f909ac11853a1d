import { accessSync, constants } from 'node:fs';
import Database from 'better-sqlite3';
import { faultText } from '../../../shared/error-code.ts';
import type { LedgerTrouble } from '../../../shared/ledger-trouble.ts';
import { LedgerDamagedError, LedgerFromNewerBuildError, LedgerHeldError, LedgerNotWritableError } from './ledger-errors.ts';
import { holderIn } from './writer-note.ts';

/** What an error in opening or writing the ledger of this folder means for it; any other error is a fault and is thrown. */
export function troubleOf(folder: string, error: unknown): LedgerTrouble {
  if (error instanceof LedgerNotWritableError) return troubleOf(folder, error.cause ?? error.message);
  const said = { folder, says: faultText(error) };
  if (error instanceof LedgerHeldError) return { ...said, kind: 'held', holder: holderIn(folder) };
  if (error instanceof LedgerFromNewerBuildError) return { ...said, kind: 'newer_build' };
  if (error instanceof LedgerDamagedError) return { ...said, kind: 'damaged' };
  const code = codeOf(error);
  if (code === undefined) throw error;
  const kind = kindOf(code, folder);
  return kind === 'held' ? { ...said, kind, holder: '' } : { ...said, kind };
}

function kindOf(code: string, folder: string): Exclude<LedgerTrouble['kind'], 'newer_build'> {
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return 'damaged';
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) return 'held';
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(code)) return 'disk_full';
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EROFS|EACCES|EPERM)/.test(code)) return isReadable(folder) ? 'read_only' : 'unreadable';
  return 'unreadable';
}

function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** SQLite's codes and the file system's. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof Database.SqliteError) return error.code;
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string' ? error.code : undefined;
}


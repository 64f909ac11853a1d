import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { Entry } from '../../electron/host/ledger/journal.ts';
import type { Ledger } from '../../electron/host/ledger/ledger.ts';
import { ledgerFile, openLedger } from '../../electron/host/ledger/open-ledger.ts';
import { SqliteJournal } from '../../electron/host/ledger/sqlite-journal.ts';
import { aDecision } from './builders.ts';
import { aTemporaryFolder } from './temporary-folder.ts';

export interface OpenedLedger {
  readonly folder: string;
  readonly ledger: Ledger;
  readonly close: () => void;
}

/** A real ledger in its own folder, or a folder's ledger opened again. Closed at the end of the test. */
export function aLedger(folder = aTemporaryFolder(), now?: () => number): OpenedLedger {
  const { ledger, close } = openLedger(folder, now);
  onTestFinished(close);
  return { folder, ledger, close };
}

export interface OpenedJournal extends OpenedLedger {
  readonly journal: SqliteJournal;
  /** The same folder as a later process would open it. */
  reopen(): OpenedJournal;
}

export function aJournal(folder?: string): OpenedJournal {
  const opened = aLedger(folder);
  return {
    ...opened,
    journal: new SqliteJournal(opened.ledger),
    reopen: () => {
      opened.close();
      return aJournal(opened.folder);
    },
  };
}

/** Another connection to a ledger's file, as any tool could open it: no pragmas of ours, no lock. */
export function aRawConnection(folder: string, options: Database.Options = {}): Database.Database {
  const db = new Database(ledgerFile(folder), options);
  onTestFinished(() => void db.close());
  return db;
}

/** No further page fits into the database, so that the next append fails in SQLite itself. */
export function fillTheDisk(ledger: Ledger): void {
  const pages = Number(ledger.db.pragma('page_count', { simple: true }));
  ledger.db.pragma(`max_page_count = ${pages}`);
}

/** Many receipts in one transaction: what is shown with them is not how long a disk takes. */
export function appendMany(ledger: Ledger, count: number, entry: (index: number) => Entry = () => aDecision()): void {
  ledger.db.transaction(() => {
    for (let index = 0; index < count; index += 1) ledger.append(entry(index));
  })();
}

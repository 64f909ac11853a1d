import type { Page } from '@playwright/test';
import { EnvironmentsPage } from './environments-page.ts';
import { ExternalPage } from './external-page.ts';
import { Frame } from './frame.ts';
import { InboxPage } from './inbox-page.ts';
import { LedgerPage } from './ledger-page.ts';
import { NewWorkerPage } from './new-worker-page.ts';
import { WorkerPage } from './worker-page.ts';
import { WorkersPage } from './workers-page.ts';

/** Everything an operator can see and do in one window. */
export interface Pages {
  readonly frame: Frame;
  readonly workers: WorkersPage;
  readonly newWorker: NewWorkerPage;
  readonly worker: WorkerPage;
  readonly environments: EnvironmentsPage;
  readonly external: ExternalPage;
  readonly inbox: InboxPage;
  readonly ledger: LedgerPage;
}

export const pagesOf = (page: Page): Pages => ({
  frame: new Frame(page),
  workers: new WorkersPage(page),
  newWorker: new NewWorkerPage(page),
  worker: new WorkerPage(page),
  environments: new EnvironmentsPage(page),
  external: new ExternalPage(page),
  inbox: new InboxPage(page),
  ledger: new LedgerPage(page),
});

import type { Page } from '@playwright/test';
import type { BindingId } from '../../shared/ids.ts';
import type { WorkerKind } from '../support/seed-stories.ts';
import { pagesOf, type Pages } from './pages/pages.ts';

interface There {
  readonly page: Page;
  readonly pages: Pages;
  readonly worker: (kind: WorkerKind) => { readonly binding: BindingId; readonly seat: string };
}

export interface Place {
  readonly name: string;
  readonly go: (there: There) => Promise<void>;
  /** Words in a field, something opened or chosen: what would be found by whoever goes elsewhere from here. */
  readonly leaves?: true;
}

/** In every console, also in one that was never used. */
export const everywhere: readonly Place[] = [
  { name: 'Inbox', go: ({ pages }) => pages.frame.go('Inbox') },
  { name: 'Workers', go: ({ pages }) => pages.frame.go('Workers') },
  { name: 'Environments', go: ({ pages }) => pages.frame.go('Environments') },
  { name: 'New worker', go: ({ pages: { frame } }) => goTo(frame, '#/workers/new', 'New worker') },
  {
    name: 'Ledger, with one receipt opened and a verification',
    leaves: true,
    go: async ({ pages: { frame, ledger } }) => {
      await frame.go('Ledger');
      await ledger.verify();
      await ledger.verdict.waitFor();
      await ledger.receipts.rows.last().click();
      await ledger.receipts.opened.getByText('Canonical bytes').waitFor();
    },
  },
  { name: 'Ledger, with nothing found', leaves: true, go: async ({ pages: { frame, ledger } }) => { await frame.go('Ledger'); await ledger.receipts.words.fill('nobody wrote this'); await ledger.receipts.nothing.waitFor(); } },
  {
    name: 'the palette',
    leaves: true,
    go: async ({ pages: { frame } }) => {
      await frame.openPalette();
      await frame.dialog('Find or do').getByRole('option').first().waitFor();
    },
  },
];

/** The same whatever the console was used for. */
export const alwaysTheSame: readonly Place[] = [
  { name: 'Settings', go: ({ pages }) => pages.frame.go('Settings') },
  { name: 'the private engine, which this user cannot start', go: unsupportedEngine },
  { name: 'an address that leads nowhere', go: ({ pages: { frame } }) => goTo(frame, '#/nowhere', 'No such place') },
  {
    name: 'the list of keys',
    leaves: true,
    go: async ({ page, pages: { frame } }) => {
      await frame.heading().waitFor();
      await page.keyboard.press('?');
      await frame.dialog('Keyboard').waitFor();
    },
  },
];

/** Where there are workers and an engine. */
export const withWorkers: readonly Place[] = [
  { name: 'Workers, closed ones too', leaves: true, go: async ({ pages: { frame, workers } }) => { await frame.go('Workers'); await workers.show('All'); await workers.list.waitFor(); } },
  { name: 'Inbox, with what waits', go: async ({ page, pages: { frame } }) => { await frame.go('Inbox'); await page.getByRole('region', { name: 'Remove container' }).waitFor(); } },
  { name: 'New worker, with everything wrong', leaves: true, go: wrongWorker },
  { name: 'Environments, with its containers', go: async ({ pages: { frame, environments } }) => { await frame.go('Environments'); await environments.containers.waitFor(); await environments.sampleImage.waitFor(); } },
  { name: 'a worker that is only asked for', go: (there) => summary(there, 'requested', 'Not prepared yet.') },
  { name: 'a worker whose preparation was refused', go: (there) => summary(there, 'refused', 'Create volume refused') },
  { name: 'a worker that works, with its log', go: (there) => summary(there, 'working', /step \d+ read/) },
  { name: 'a worker that failed', go: (there) => summary(there, 'failed', 'not as requested') },
  { name: 'a worker with an unconfirmed attempt', go: (there) => summary(there, 'unconfirmed', '1 attempt unconfirmed.') },
  { name: 'Projection of a worker without files', go: (there) => tab(there, 'prepared', 'projection', 'Nothing was given to this worker yet') },
  { name: 'Projection, with files that differ and one opened', leaves: true, go: projection },
  { name: 'Projection, with what was ingested and one file opened', leaves: true, go: ingestion },
  { name: 'Artifacts', go: (there) => tab(there, 'ended', 'artifacts', 'not exported') },
  { name: 'Artifacts that left', go: (there) => tab(there, 'exported', 'artifacts', 'exported') },
  { name: 'Artifacts of which an earlier run’s left, and a later one’s could not', go: (there) => tab(there, 'left_before', 'artifacts', 'left before') },
  { name: 'Custody', go: (there) => tab(there, 'exported', 'custody', 'Remove container') },
  { name: 'Custody of a worker that is half taken back', go: (there) => tab(there, 'closing', 'custody', 'absent by its id') },
  { name: 'Custody of a worker whose results are inside', go: (there) => tab(there, 'ended', 'custody', 'Declared results have not left yet') },
  { name: 'Custody, unconfirmed', go: (there) => tab(there, 'unconfirmed', 'custody', 'is unconfirmed.') },
  { name: 'Custody, about to remove', leaves: true, go: confirmation },
  { name: 'Custody of a worker that was given away', go: (there) => tab(there, 'released', 'custody', 'Released to') },
  { name: 'Custody of a worker of which some came back, and some of that was left', go: (there) => tab(there, 'returned', 'custody', 'it is not this console’s') },
  { name: 'a worker of which some came back', go: (there) => summary(there, 'returned', 'taken over again') },
  { name: 'Custody, about to sign a release anew', leaves: true, go: signingAnew },
  { name: 'Ledger, with every filter set', leaves: true, go: filtered },
  { name: 'Receipts of a worker, with one opened', leaves: true, go: receipts },
  { name: 'the list of what is unconfirmed', leaves: true, go: unconfirmed },
];

async function goTo(frame: Pages['frame'], hash: string, heading: string): Promise<void> {
  await frame.goTo(hash);
  await frame.heading(heading).waitFor();
}

async function unsupportedEngine({ page, pages: { frame, environments } }: There): Promise<void> {
  await frame.go('Environments');
  await environments.engine('Private engine').click();
  const card = page.getByRole('region', { name: 'Private engine', exact: true });
  await card.getByText('This console can start no engine of its own here: needs root.').waitFor();
  if ((await card.getByRole('button').count()) > 0) throw new Error('something is offered that cannot be done');
}

async function tab({ page, pages: { frame }, worker }: There, kind: WorkerKind, name: string, shows: string | RegExp): Promise<void> {
  const { binding, seat } = worker(kind);
  await goTo(frame, `#/workers/${binding}/${name}`, seat);
  await page.getByRole('main').getByText(shows).first().waitFor();
}

const summary = (there: There, kind: WorkerKind, shows: string | RegExp): Promise<void> => tab(there, kind, 'summary', shows);

async function wrongWorker({ page, pages: { frame, newWorker } }: There): Promise<void> {
  await goTo(frame, '#/workers/new', 'New worker');
  await newWorker.form.getByRole('textbox', { name: 'Seat' }).fill('Not a seat');
  await newWorker.form.getByRole('button', { name: 'Declare a result' }).click();
  await newWorker.prepare();
  await page.getByText(/fields to look at first/).waitFor();
  // The first field at fault has the focus, and an open list of images with it.
  await page.keyboard.press('Escape');
}

async function projection(there: There): Promise<void> {
  await tab(there, 'differing', 'projection', 'differs');
  await there.pages.worker.projection.manifest.getByRole('row', { name: /differs/ }).first().click();
  await there.page.getByRole('region', { name: 'File', exact: true }).waitFor();
}

async function ingestion(there: There): Promise<void> {
  await tab(there, 'exported', 'projection', 'its nonce was seen');
  const { sightings, manifest, opened } = there.pages.worker.projection;
  await sightings.getByRole('listitem').first().waitFor();
  await manifest.getByRole('row', { name: /line 1/ }).first().click();
  await opened.waitFor();
}

async function confirmation(there: There): Promise<void> {
  await tab(there, 'exported', 'custody', 'Remove container');
  await there.pages.worker.custody.begin(2);
}

async function signingAnew(there: There): Promise<void> {
  await tab(there, 'released', 'custody', 'Released to');
  await there.page.getByRole('button', { name: 'Sign it anew…' }).click();
  await there.page.getByRole('alertdialog', { name: 'Sign this release anew' }).waitFor();
}

async function filtered({ pages: { frame, ledger: { receipts: list } }, worker }: There): Promise<void> {
  await frame.go('Ledger');
  await list.words.fill('create');
  await list.show('Settlements');
  await list.worker.fill(worker('working').seat);
  await list.worker.press('Enter');
  await list.day('From this day').fill('2020-01-31');
  await list.day('To this day').fill('2020-02-31');
  await list.receipt('Settled: applied').first().waitFor();
}

async function receipts(there: There): Promise<void> {
  await tab(there, 'working', 'receipts', 'Main process runs');
  await there.pages.worker.receipts.receipt('Start container: asked').first().click();
  await there.pages.worker.receipts.opened.getByText('What was asked').first().waitFor();
}

async function unconfirmed({ pages: { frame } }: There): Promise<void> {
  await frame.unconfirmed.click();
  await frame.dialog('Unconfirmed').getByRole('link').first().waitFor();
}

export const thereIn = (page: Page, worker: There['worker']): There => ({ page, pages: pagesOf(page), worker });

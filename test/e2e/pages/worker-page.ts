import type { Locator, Page } from '@playwright/test';
import { ArtifactsTab } from './artifacts-tab.ts';
import { CustodyTab } from './custody-tab.ts';
import { ProjectionTab } from './projection-tab.ts';
import { ReceiptsPanel } from './receipts-panel.ts';
import { SummaryTab } from './summary-tab.ts';

export type Tab = 'Summary' | 'Projection' | 'Artifacts' | 'Custody' | 'Receipts';

/** One worker. */
export class WorkerPage {
  readonly #page: Page;
  readonly summary: SummaryTab;
  readonly projection: ProjectionTab;
  readonly artifacts: ArtifactsTab;
  readonly custody: CustodyTab;
  readonly receipts: ReceiptsPanel;

  constructor(page: Page) {
    this.#page = page;
    this.summary = new SummaryTab(page);
    this.projection = new ProjectionTab(page);
    this.artifacts = new ArtifactsTab(page);
    this.custody = new CustodyTab(page);
    this.receipts = new ReceiptsPanel(page, 'Receipts of this worker');
  }

  heading(seat: string): Locator {
    return this.#page.getByRole('heading', { level: 1, name: seat });
  }

  /** The worker's state in a few words, beside its tabs on each of them. */
  state(says: string | RegExp): Locator {
    return this.#page.getByRole('main').getByText(says, { exact: typeof says === 'string' }).first();
  }

  tab(name: Tab): Locator {
    return this.#page.getByRole('tab', { name });
  }

  get openedTab(): Locator {
    return this.#page.getByRole('tab', { selected: true });
  }

  panel(name: Tab): Locator {
    return this.#page.getByRole('tabpanel', { name });
  }

  /** Where what was exported of it is. */
  get written(): Locator {
    return this.#page.getByRole('status').filter({ hasText: /with proofs/ });
  }

  async exportDocument(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Export binding document' }).click();
  }

  async open(tab: Tab): Promise<void> {
    await this.tab(tab).click();
    await this.panel(tab).waitFor();
  }
}

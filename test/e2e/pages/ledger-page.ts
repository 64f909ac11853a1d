import type { Locator, Page } from '@playwright/test';
import { ReceiptsPanel } from './receipts-panel.ts';

/** Every receipt there is, and whether they still are as they were hashed. */
export class LedgerPage {
  readonly #page: Page;
  readonly receipts: ReceiptsPanel;

  constructor(page: Page) {
    this.#page = page;
    this.receipts = new ReceiptsPanel(page, 'Receipts');
  }

  get verdict(): Locator {
    return this.#page.getByRole('status').filter({ hasText: /The ledger is/ });
  }

  async verify(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Verify ledger' }).click();
  }
}

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

  /** Where what was exported is. */
  get written(): Locator {
    return this.#page.getByRole('status').filter({ hasText: /with proofs/ });
  }

  get choosing(): Locator {
    return this.#page.getByRole('dialog', { name: 'Export with proofs' });
  }

  async exportWithProofs(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Export with proofs' }).click();
  }

  async verify(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Verify ledger' }).click();
  }
}

import type { Locator, Page } from '@playwright/test';

/** What stands in the place of every view while the ledger cannot be read. */
export class LedgerTroublePage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  card(title: string): Locator {
    return this.#page.getByRole('region', { name: title });
  }

  get readable(): Locator {
    return this.#page.getByRole('table', { name: 'Receipts that can still be read' });
  }

  async verify(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Verify what is there' }).click();
  }

  async restoreFromFile(): Promise<void> {
    await this.card('Backups').getByRole('button', { name: 'Restore from a file' }).click();
    await this.#page.getByRole('alertdialog').getByRole('button', { name: 'Choose and restore' }).click();
  }

  async chooseOtherFolder(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Choose another data folder' }).click();
  }
}

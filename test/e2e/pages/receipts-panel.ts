import type { Locator, Page } from '@playwright/test';

export type Body = 'All' | 'Intents' | 'Settlements' | 'Observations' | 'Decisions';

/** A list of receipts with one of them opened beside it: of the whole ledger, or of one worker. */
export class ReceiptsPanel {
  readonly #page: Page;
  readonly #label: string;

  constructor(page: Page, label: string) {
    this.#page = page;
    this.#label = label;
  }

  get list(): Locator {
    return this.#page.getByRole('grid', { name: this.#label, exact: true });
  }

  /** The head of the columns first, then the receipts, newest first. */
  get rows(): Locator {
    return this.list.getByRole('row');
  }

  receipt(says: string | RegExp): Locator {
    return this.list.getByRole('row').filter({ hasText: says });
  }

  get opened(): Locator {
    return this.#page.getByRole('complementary', { name: /^Receipt / });
  }

  async show(body: Body): Promise<void> {
    await this.#page.getByRole('radiogroup', { name: 'Which receipts' }).getByRole('radio', { name: body }).click();
  }
}

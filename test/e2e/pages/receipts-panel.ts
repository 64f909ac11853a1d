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

  /** The row that keys act on. */
  get active(): Locator {
    return this.list.locator('[data-active]');
  }

  receipt(says: string | RegExp): Locator {
    return this.list.getByRole('row').filter({ hasText: says });
  }

  get opened(): Locator {
    return this.#page.getByRole('complementary', { name: /^Receipt / });
  }

  /** Of the opened receipt. */
  get proof(): Locator {
    return this.opened.getByRole('region', { name: 'Proof' });
  }

  get #filters(): Locator {
    return this.#page.getByRole('search', { name: 'Find receipts' });
  }

  get words(): Locator {
    return this.#filters.getByRole('searchbox', { name: 'Words or ids' });
  }

  /** A filter with a few values. */
  filter(name: 'Operation' | 'Engine' | 'By' | 'Disposition'): Locator {
    return this.#filters.getByRole('button', { name });
  }

  get worker(): Locator {
    return this.#filters.getByRole('combobox', { name: 'Worker' });
  }

  day(name: 'From this day' | 'To this day'): Locator {
    return this.#filters.getByRole('textbox', { name });
  }

  get clear(): Locator {
    return this.#page.getByRole('button', { name: 'Clear filters' }).first();
  }

  /** How many there are. */
  get count(): Locator {
    return this.#page.getByText(/newest first\./);
  }

  get nothing(): Locator {
    return this.#page.getByRole('heading', { name: 'No receipt fits' });
  }

  async show(body: Body): Promise<void> {
    await this.#page.getByRole('radiogroup', { name: 'Which receipts' }).getByRole('radio', { name: body }).click();
  }
}

import type { Locator, Page } from '@playwright/test';

/** Every worker, a row each. */
export class WorkersPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get list(): Locator {
    return this.#page.getByRole('grid', { name: 'Workers' });
  }

  worker(seat: string): Locator {
    return this.list.getByRole('row', { name: seat });
  }

  async show(which: 'Open' | 'All'): Promise<void> {
    await this.#page.getByRole('radiogroup', { name: 'Which workers' }).getByRole('radio', { name: which }).click();
  }

  async open(seat: string): Promise<void> {
    await this.worker(seat).click();
    await this.#page.getByRole('heading', { level: 1, name: seat }).waitFor();
  }
}

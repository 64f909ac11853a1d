import type { Locator, Page } from '@playwright/test';

/** What waits for a person. */
export class InboxPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** What is shown of the one that is picked: the oldest, unless another was. */
  shown(title: string): Locator {
    return this.#page.getByRole('region', { name: title });
  }

  get nothing(): Locator {
    return this.#page.getByRole('heading', { name: 'Nothing waits for you' });
  }

  /** A worker whose lifetime is over stays. */
  async keep(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Keep it' }).click();
  }

  /** Goes to where such a worker is taken back, step by step. */
  async takeBack(): Promise<void> {
    await this.#page.getByRole('link', { name: /^Take it back/ }).click();
  }
}

import type { Locator, Page } from '@playwright/test';

/** Something on an engine that is no worker’s of this console. */
export class ExternalPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get custody(): Locator {
    return this.#page.getByRole('region', { name: 'Custody' });
  }

  get identity(): Locator {
    return this.#page.getByRole('region', { name: 'Identity' });
  }

  get logLines(): Locator {
    return this.#page.getByRole('region', { name: 'Log lines' });
  }

  get confirmation(): Locator {
    return this.#page.getByRole('alertdialog');
  }

  button(name: string | RegExp): Locator {
    return this.#page.getByRole('main').getByRole('button', { name });
  }

  async attach(kind: 'container' | 'network' = 'container'): Promise<void> {
    await this.button(`Attach this ${kind}`).click();
    await this.button(`Leave this ${kind}`).waitFor();
  }

  async leave(kind: 'container' | 'network' = 'container'): Promise<void> {
    await this.button(`Leave this ${kind}`).click();
    await this.button(`Leave this ${kind}`).waitFor({ state: 'detached' });
  }
}

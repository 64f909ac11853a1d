import type { Locator, Page } from '@playwright/test';

/** The files a worker was given: chosen, staged, delivered. */
export class ProjectionTab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get manifest(): Locator {
    return this.#page.getByRole('grid', { name: 'Manifest' });
  }

  file(path: string): Locator {
    return this.manifest.getByRole('row').filter({ has: this.#page.getByText(path, { exact: true }) });
  }

  get delivery(): Locator {
    return this.#page.getByRole('region', { name: 'Delivery' });
  }

  async chooseFolder(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Choose folder' }).click();
  }

  async stageFolder(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Stage folder' }).click();
  }

  async deliver(): Promise<void> {
    await this.delivery.getByRole('button', { name: /^Deliver / }).click();
  }
}

import type { Locator, Page } from '@playwright/test';

/** What takes a worker back, step by step, each confirmed by a person and verified by the console. */
export class CustodyTab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get teardown(): Locator {
    return this.#page.getByRole('region', { name: 'Teardown' });
  }

  step(number: number): Locator {
    return this.teardown.getByRole('listitem', { name: new RegExp(`^Step ${number}, `) });
  }

  verified(number: number): Locator {
    return this.step(number).getByRole('img', { name: 'verified' });
  }

  get confirmation(): Locator {
    return this.#page.getByRole('alertdialog');
  }

  /** What the confirmation says under this name. */
  fact(name: string): Locator {
    return this.confirmation.getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]');
  }

  /** Opens the confirmation; nothing is asked of the engine yet. */
  async begin(number: number): Promise<void> {
    await this.step(number).getByRole('button', { name: /^(Stop|Remove) / }).click();
    await this.confirmation.waitFor();
  }

  async confirm(): Promise<void> {
    await this.confirmation.getByRole('button', { name: /^(Stop|Remove) / }).click();
  }

  async keep(): Promise<void> {
    await this.confirmation.getByRole('button', { name: 'Keep it' }).click();
  }
}

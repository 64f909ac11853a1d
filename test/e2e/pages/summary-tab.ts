import type { Locator, Page } from '@playwright/test';

/** What a worker is, how ready it is, what it runs and what it says. */
export class SummaryTab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get readiness(): Locator {
    return this.#page.getByRole('region', { name: 'Readiness' });
  }

  rung(label: string): Locator {
    return this.readiness.getByRole('listitem').filter({ hasText: label });
  }

  get limits(): Locator {
    return this.#page.getByRole('table', { name: 'Limits, isolation and versions' });
  }

  /** Requested, admitted and observed, in this order. */
  limit(label: string): Locator {
    return this.limits.getByRole('row').filter({ has: this.#page.getByRole('rowheader', { name: label }) }).getByRole('cell');
  }

  get executions(): Locator {
    return this.#page.getByRole('region', { name: 'Executions' });
  }

  get launchForm(): Locator {
    return this.#page.getByRole('form', { name: 'Launch' });
  }

  get log(): Locator {
    return this.#page.getByRole('region', { name: 'Log', exact: true });
  }

  get logLines(): Locator {
    return this.log.getByRole('region', { name: 'Log lines' });
  }

  get usage(): Locator {
    return this.#page.getByRole('region', { name: 'CPU and memory' });
  }

  /** What is used of one of the two, now, at most and of how much. */
  used(what: 'CPU' | 'Memory'): Locator {
    return this.usage.getByRole('figure').filter({ has: this.#page.getByText(what, { exact: true }) });
  }

  async launch(): Promise<void> {
    await this.launchForm.getByRole('button', { name: 'Launch' }).click();
  }

  async fillArgument(index: number, value: string): Promise<void> {
    await this.launchForm.getByRole('textbox', { name: `Argument ${index}`, exact: true }).fill(value);
  }

  /** Goes to the form, filled in as this worker was asked for. */
  async anotherLikeIt(): Promise<void> {
    await this.#page.getByRole('button', { name: 'New worker like this' }).click();
  }

  async lookNow(): Promise<void> {
    await this.readiness.getByRole('button', { name: 'Look now' }).click();
  }

  async searchLog(text: string): Promise<void> {
    await this.log.getByRole('searchbox', { name: 'Search log' }).fill(text);
  }

  async readLogAgain(): Promise<void> {
    await this.log.getByRole('button', { name: 'Read again' }).click();
  }
}

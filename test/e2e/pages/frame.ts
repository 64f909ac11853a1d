import type { Locator, Page } from '@playwright/test';

export type View = 'Inbox' | 'Workers' | 'Environments' | 'Ledger' | 'Settings';

/** What is in sight whatever view is open: the views to go to, the state of engines and ledger, and what floats. */
export class Frame {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The name of the view that is open. */
  heading(name?: string | RegExp): Locator {
    return this.#page.getByRole('heading', { level: 1, ...(name !== undefined && { name }) });
  }

  get state(): Locator {
    return this.#page.getByRole('contentinfo', { name: 'State' });
  }

  /** An engine as the frame shows it: what it was last heard to say, its label, its version. */
  engine(says: RegExp): Locator {
    return this.state.getByRole('link', { name: says });
  }

  get ledger(): Locator {
    return this.state.getByRole('link', { name: /Ledger/ });
  }

  /** What runs now, and what of it was refused. */
  get tasks(): Locator {
    return this.#page.getByRole('group', { name: 'Running tasks' });
  }

  get unconfirmed(): Locator {
    return this.state.getByRole('button', { name: /unconfirmed/ });
  }

  dialog(name: string): Locator {
    return this.#page.getByRole('dialog', { name });
  }

  get confirmation(): Locator {
    return this.#page.getByRole('alertdialog');
  }

  async go(view: View): Promise<void> {
    await this.#page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
    await this.heading(view).waitFor();
  }

  /** Every place has an address; this is how a link that was kept leads there. */
  async goTo(hash: string): Promise<void> {
    await this.#page.evaluate((wanted) => { window.location.hash = wanted; }, hash);
  }

  async openPalette(): Promise<void> {
    await this.#page.getByRole('button', { name: /Find or do/ }).click();
  }
}

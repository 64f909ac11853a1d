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

  /** Gives away what is shown, to whoever holds the file; answers the file that the chooser's folder got. */
  async release(folder: string): Promise<string> {
    await this.button('Release…').click();
    await this.confirmation.getByRole('button', { name: /^Sign and choose/ }).click();
    await this.button('Write its file again…').waitFor();
    const file = this.#page.getByRole('note').locator('code').filter({ hasText: folder });
    await file.waitFor();
    return file.innerText();
  }

  /** Opens the system's chooser, and shows the release that was chosen. */
  async chooseRelease(): Promise<void> {
    await this.button('Take over…').click();
    await this.confirmation.waitFor();
  }

  async confirmTakeOver(fingerprint: string): Promise<void> {
    await this.confirmation.getByRole('textbox', { name: /fingerprint/ }).fill(fingerprint);
    await this.confirmation.getByRole('button', { name: 'Sign and take it over' }).click();
    await this.confirmation.waitFor({ state: 'detached' });
  }

  /** Names in the open dialog who gave it, and signs that. */
  async state(owner: string): Promise<void> {
    await this.confirmation.getByRole('textbox', { name: 'Who gave it' }).fill(owner);
    await this.confirmation.getByRole('button', { name: /^Sign that it was given/ }).click();
    await this.confirmation.waitFor({ state: 'detached' });
  }

  /** One step of the teardown of what was taken over, confirmed and verified. */
  async takeBack(step: 'Stop container' | 'Remove container' | 'Remove volume'): Promise<void> {
    const item = this.#page.getByRole('listitem', { name: new RegExp(`, ${step}$`) });
    await item.getByRole('button', { name: step }).click();
    await this.confirmation.getByRole('button', { name: step }).click();
    await item.getByRole('img', { name: 'verified' }).waitFor();
  }
}

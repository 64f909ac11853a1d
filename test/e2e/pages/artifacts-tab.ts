import type { Locator, Page } from '@playwright/test';

/** The results a worker has to bring back, and what else is in its workspace. */
export class ArtifactsTab {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  result(path: string): Locator {
    return this.#page.getByRole('table', { name: 'Results' }).getByRole('row').filter({ has: this.#page.getByRole('rowheader', { name: path }) });
  }

  hash(path: string): Locator {
    return this.result(path).getByRole('button', { name: /^Copy hash/ });
  }

  get guestFiles(): Locator {
    return this.#page.getByRole('region', { name: 'Guest files' });
  }

  guestFile(path: string): Locator {
    return this.guestFiles.getByRole('row').filter({ has: this.#page.getByText(path, { exact: true }) });
  }

  get previewed(): Locator {
    return this.#page.getByRole('dialog', { name: 'Preview' });
  }

  async preview(path: string): Promise<void> {
    await this.guestFiles.getByRole('button', { name: `Preview ${path}` }).click();
  }

  async closePreview(): Promise<void> {
    await this.previewed.getByText('Close', { exact: true }).click();
  }

  /** The previewed file leaves too, though nobody declared it. */
  async takeThisToo(): Promise<void> {
    await this.previewed.getByRole('button', { name: 'Export this file' }).click();
  }

  async checkAgain(path: string): Promise<void> {
    await this.result(path).getByRole('button', { name: `Check ${path} again` }).click();
  }

  exportsGoTo(folder: string): Locator {
    return this.#page.getByText(`Exports go to ${folder}.`);
  }

  async chooseExportFolder(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Choose export folder' }).click();
  }

  async export(path: string): Promise<void> {
    await this.result(path).getByRole('button', { name: `Export ${path}` }).click();
  }

  async exportAgain(path: string): Promise<void> {
    await this.result(path).getByRole('button', { name: `Export again ${path}` }).click();
  }

  async browse(): Promise<void> {
    await this.guestFiles.getByRole('button', { name: 'Browse guest files' }).click();
  }
}

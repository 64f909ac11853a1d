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

  get findings(): Locator {
    return this.#page.getByRole('region', { name: 'Findings' });
  }

  /** How what is staged stands to the last delivery. */
  get against(): Locator {
    return this.#page.getByRole('region', { name: 'Changes' });
  }

  /** The file that is open. */
  get opened(): Locator {
    return this.#page.getByRole('region', { name: 'File' });
  }

  get comparison(): Locator {
    return this.#page.getByRole('dialog', { name: 'Since the last delivery' });
  }

  get ingestion(): Locator {
    return this.#page.getByRole('region', { name: 'Ingestion' });
  }

  get sightings(): Locator {
    return this.ingestion.getByRole('list', { name: 'Sightings' });
  }

  async showOnlyWhatDiffers(): Promise<void> {
    await this.against.getByRole('button', { name: 'Show only what differs' }).click();
  }

  async showAllFiles(): Promise<void> {
    await this.against.getByRole('button', { name: 'Show all files' }).click();
  }

  async compareText(): Promise<void> {
    await this.opened.getByRole('button', { name: 'Compare the text' }).click();
  }

  async lookForIngestion(): Promise<void> {
    await this.ingestion.getByRole('button', { name: 'Look in log and transcripts' }).click();
  }

  finding(text: string): Locator {
    return this.findings.getByRole('listitem').filter({ has: this.#page.getByText(text, { exact: true }) });
  }

  way(way: 'Fix' | 'Leave out' | 'Accept', text: string): Locator {
    return this.finding(text).getByRole('button', { name: `${way} ` });
  }

  async chooseClass(name: string): Promise<void> {
    await this.#page.getByRole('button', { name: /Class$/ }).click();
    await this.#page.getByRole('option', { name }).click();
  }

  async chooseFolder(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Choose folder' }).click();
  }

  /** `choice` as it is offered, or a part of it. */
  async chooseAgain(choice: string): Promise<void> {
    await this.#page.getByRole('combobox', { name: 'Choose again' }).click();
    await this.#page.getByRole('option', { name: choice }).click();
  }

  async stageFolder(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Stage folder' }).click();
  }

  async deliver(): Promise<void> {
    await this.delivery.getByRole('button', { name: /^Deliver / }).click();
  }
}

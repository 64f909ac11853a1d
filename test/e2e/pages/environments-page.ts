import type { Locator, Page } from '@playwright/test';

/** The engines there are, and what is on each. */
export class EnvironmentsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get engines(): Locator {
    return this.#page.getByRole('navigation', { name: 'Engines' });
  }

  engine(endpoint: string): Locator {
    return this.engines.getByRole('link', { name: endpoint });
  }

  get images(): Locator {
    return this.#page.getByRole('region', { name: 'Images' });
  }

  get imageList(): Locator {
    return this.#page.getByRole('grid', { name: 'Images' });
  }

  get sampleImage(): Locator {
    return this.images.getByRole('row', { name: /bailiwick\/sample-worker/ });
  }

  /** A row of the images, by what it says. */
  image(text: string): Locator {
    return this.images.getByRole('row').filter({ hasText: text });
  }

  imageWithId(id: string): Locator {
    return this.images.getByRole('row').filter({ has: this.#page.getByTitle(id, { exact: true }) });
  }

  get pullForm(): Locator {
    return this.#page.getByRole('form', { name: 'Pull an image' });
  }

  /** What the last pull brought. */
  get pulled(): Locator {
    return this.pullForm.getByRole('status');
  }

  get removal(): Locator {
    return this.#page.getByRole('alertdialog', { name: 'Remove image' });
  }

  /** As a person does it by keys: typed, then Enter. */
  async pull(reference: string): Promise<void> {
    const field = this.pullForm.getByRole('textbox', { name: 'Image to pull' });
    await field.fill(reference);
    await field.press('Enter');
  }

  get containers(): Locator {
    return this.#page.getByRole('grid', { name: 'Environments' });
  }

  container(name: string | RegExp): Locator {
    return this.containers.getByRole('row', { name });
  }

  get volumes(): Locator {
    return this.#page.getByRole('grid', { name: 'Volumes' });
  }

  volume(name: string | RegExp): Locator {
    return this.volumes.getByRole('row', { name });
  }

  get networks(): Locator {
    return this.#page.getByRole('grid', { name: 'Networks' });
  }

  network(name: string | RegExp): Locator {
    return this.networks.getByRole('row', { name });
  }

  async show(group: 'All' | 'Ours' | 'Attached' | 'Attachable' | 'Other'): Promise<void> {
    await this.#page.getByRole('radio', { name: new RegExp(`^${group}`) }).click();
  }

  async find(text: string): Promise<void> {
    await this.#page.getByRole('searchbox', { name: 'Search environments' }).fill(text);
  }

  /** Opens the page of a container by a part of its name. */
  async open(name: string): Promise<void> {
    await this.find(name);
    await this.container(new RegExp(name)).click();
  }

  get socket(): Locator {
    return this.#page.getByRole('textbox', { name: 'Another engine' });
  }

  async add(endpoint: string): Promise<void> {
    await this.socket.fill(endpoint.replace('unix://', ''));
    await this.#page.getByRole('button', { name: 'Add engine' }).click();
    await this.engine(endpoint).waitFor();
  }

  /** Answers when it is built, also where one of its name was there before. */
  async build(): Promise<void> {
    const button = this.images.getByRole('button', { name: 'Build the sample image' });
    await button.click();
    await this.images.locator('button[data-asking]').waitFor();
    await this.images.locator('button[data-asking]').waitFor({ state: 'detached' });
  }

  async buildSampleImage(): Promise<void> {
    await this.images.getByRole('button', { name: 'Build the sample image' }).click();
  }

  /** Another console may have built it on the same engine meanwhile. */
  async buildSampleImageIfAbsent(): Promise<void> {
    await this.images.waitFor();
    if ((await this.sampleImage.count()) === 0) await this.buildSampleImage();
    await this.sampleImage.waitFor();
  }
}

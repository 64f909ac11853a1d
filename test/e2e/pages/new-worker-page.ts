import type { Locator, Page } from '@playwright/test';

export interface WantedWorker {
  readonly engine: string;
  readonly image: string;
  readonly seat: string;
  readonly argv: readonly string[];
  readonly results?: readonly string[];
  readonly network?: string;
  readonly lifetime?: string;
  readonly limits?: { readonly cpus: string; readonly mebibytes: string; readonly processes: string };
}

/** The form that asks for a worker, and what it says will be created. */
export class NewWorkerPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get form(): Locator {
    return this.#page.getByRole('form', { name: 'New worker' });
  }

  get willBeCreated(): Locator {
    return this.#page.getByRole('region', { name: 'Will be created' });
  }

  get engine(): Locator {
    return this.form.getByRole('button', { name: /Engine$/ });
  }

  get image(): Locator {
    return this.form.getByRole('combobox', { name: 'Image' });
  }

  get seat(): Locator {
    return this.form.getByRole('textbox', { name: 'Seat' });
  }

  limit(label: 'CPUs' | 'Memory' | 'Processes'): Locator {
    return this.form.getByRole('textbox', { name: label, exact: true });
  }

  argument(index: number): Locator {
    return this.form.getByRole('textbox', { name: index === 0 ? 'Program' : `Argument ${index}`, exact: true });
  }

  /** The path of a declared result, counted from one. */
  result(number: number): Locator {
    return this.form.getByRole('group', { name: `Result ${number}` }).getByRole('textbox', { name: 'Path in the guest' });
  }

  async open(): Promise<void> {
    await this.#page.getByRole('button', { name: 'New worker' }).click();
    await this.form.waitFor();
  }

  async fillIn({ engine, image, seat, argv, results = [], limits, network, lifetime }: WantedWorker): Promise<void> {
    await this.#pickEngine(engine);
    await this.#pickImage(image);
    await this.seat.fill(seat);
    if (limits) await this.#limit(limits);
    if (network !== undefined) await this.form.getByRole('radiogroup', { name: 'Network' }).getByText(network, { exact: true }).click();
    await this.#fillArguments(argv);
    for (const [index, path] of results.entries()) {
      await this.form.getByRole('button', { name: 'Declare a result' }).click();
      await this.result(index + 1).fill(path);
    }
    if (lifetime !== undefined) await this.form.getByRole('radiogroup', { name: 'Lifetime' }).getByText(lifetime, { exact: true }).click();
  }

  async prepare(): Promise<void> {
    await this.willBeCreated.getByRole('button', { name: 'Prepare worker' }).click();
  }

  async #pickEngine(label: string): Promise<void> {
    await this.engine.click();
    await this.#page.getByRole('option', { name: label }).click();
  }

  async #pickImage(reference: string): Promise<void> {
    await this.image.fill(reference);
    await this.#page.getByRole('option', { name: reference }).click();
  }

  async #limit({ cpus, mebibytes, processes }: NonNullable<WantedWorker['limits']>): Promise<void> {
    for (const [label, value] of [['CPUs', cpus], ['Memory', mebibytes], ['Processes', processes]] as const) await this.limit(label).fill(value);
  }

  /** Enter adds a row below, as in the editor’s own words; what was filled in before is replaced. */
  async #fillArguments(argv: readonly string[]): Promise<void> {
    for (const [index, argument] of argv.entries()) {
      await this.argument(index).fill(argument);
      if (index + 1 < argv.length && (await this.argument(index + 1).count()) === 0) await this.argument(index).press('Enter');
    }
  }
}

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { faultText } from '../../shared/error-code.ts';
import { endpointSchema, type Endpoint } from '../../shared/ids.ts';
import { networkPoolSchema, usualNetworkPool } from '../../shared/network-pool.ts';

const settingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  /** Those that the operator took up. */
  endpoints: z.array(endpointSchema).max(50),
  /** The folder with the certificates for an endpoint over TLS: never what is in it. */
  certificates: z.record(z.string(), z.string().min(1).max(4096)).default({}),
  exportFolder: z.string().min(1).max(4096),
  /** Where copies of the checkpoints go, if anywhere. */
  checkpointFolder: z.string().min(1).max(4096).nullable().default(null),
  /** Where the addresses of workers' networks are taken from. */
  networkPool: networkPoolSchema.default(usualNetworkPool),
});

export type Settings = z.infer<typeof settingsSchema>;

/** Preferences only: nothing here is evidence, and losing the file loses nothing that the ledger knows. */
export class SettingsFile {
  readonly #file: string;
  #settings: Settings;
  #trouble: string | undefined;

  constructor(dataFolder: string) {
    this.#file = path.join(dataFolder, 'settings.json');
    const defaults: Settings = { theme: 'system', endpoints: [], certificates: {}, exportFolder: path.join(homedir(), 'Bailiwick'), checkpointFolder: null, networkPool: usualNetworkPool };
    const read = readSettings(this.#file);
    this.#settings = read.kind === 'read' ? read.settings : defaults;
    this.#trouble = read.kind === 'unreadable' ? read.says : undefined;
  }

  /** Why the file was not used, or not written. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  get current(): Settings {
    return this.#settings;
  }

  change(change: Partial<Settings>): Settings {
    const next = settingsSchema.parse({ ...this.#settings, ...change });
    this.#settings = next;
    this.#keep(next);
    return next;
  }

  /** What cannot be written holds until the console is closed. */
  #keep(settings: Settings): void {
    const fresh = `${this.#file}.new`;
    try {
      writeFileSync(fresh, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
      renameSync(fresh, this.#file);
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = `${this.#file} could not be written: ${faultText(error)}`;
    }
  }

  withEndpoint(endpoint: Endpoint): Settings {
    return this.change({ endpoints: [...new Set([...this.#settings.endpoints, endpoint])] });
  }

  withCertificates(endpoint: Endpoint, folder: string): Settings {
    return this.change({ certificates: { ...this.#settings.certificates, [endpoint]: folder } });
  }

  withoutEndpoint(endpoint: Endpoint): Settings {
    const { [endpoint]: _forgotten, ...certificates } = this.#settings.certificates;
    return this.change({ endpoints: this.#settings.endpoints.filter((known) => known !== endpoint), certificates });
  }
}

type Read = { readonly kind: 'read'; readonly settings: Settings } | { readonly kind: 'absent' } | { readonly kind: 'unreadable'; readonly says: string };

function readSettings(file: string): Read {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { kind: 'absent' };
  }
  try {
    return { kind: 'read', settings: settingsSchema.parse(JSON.parse(text)) };
  } catch (error) {
    return { kind: 'unreadable', says: `${file} does not fit and was not used: ${faultText(error)}` };
  }
}

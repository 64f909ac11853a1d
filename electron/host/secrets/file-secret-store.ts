import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readPrivateFile, writePrivateFile } from './private-file.ts';
import type { SecretName, SecretStore } from './secret-store.ts';

/** A file per secret, as it is. Whoever can read this account's files can read it. */
export class FileSecretStore implements SecretStore {
  readonly protection = 'Only the file’s permissions (0600): whoever can read this account’s files can read the key.';
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(name: SecretName): Promise<Buffer | null> {
    return readPrivateFile(this.#fileOf(name));
  }

  write(name: SecretName, value: Buffer): Promise<void> {
    return writePrivateFile(this.#fileOf(name), value);
  }

  forget(name: SecretName): Promise<void> {
    return rm(this.#fileOf(name), { force: true });
  }

  #fileOf(name: SecretName): string {
    return path.join(this.#folder, `${name}.secret`);
  }
}

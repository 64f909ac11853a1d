import { forgetPrivateFile, readPrivateFile, writePrivateFile } from './private-file.ts';
import type { SecretName, SecretStore } from './secret-store.ts';
import { bareFile } from './which-keys.ts';

/** A file per secret, as it is. Whoever can read this account's files can read it. */
export class FileSecretStore implements SecretStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(name: SecretName): Promise<Buffer | null> {
    return readPrivateFile(this.placeOf(name));
  }

  write(name: SecretName, value: Buffer): Promise<void> {
    return writePrivateFile(this.placeOf(name), value);
  }

  forget(name: SecretName): void {
    forgetPrivateFile(this.placeOf(name));
  }

  placeOf(name: SecretName): string {
    return bareFile(this.#folder, name);
  }
}

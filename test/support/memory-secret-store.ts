import type { SecretName, SecretStore } from '../../electron/host/secrets/secret-store.ts';

/** Keeps keys in memory, and says so. */
export class MemorySecretStore implements SecretStore {
    readonly #values = new Map<SecretName, Buffer>();
  placeOf = (name: SecretName) => `${name} in the memory of a test`;
  read = async (name: SecretName) => this.#values.get(name) ?? null;
  write = async (name: SecretName, value: Buffer) => void this.#values.set(name, value);
  forget = (name: SecretName) => void this.#values.delete(name);
}

import type { SecretName, SecretStore } from '../../electron/host/secrets/secret-store.ts';

/** Keeps keys in memory, and says so. */
export class MemorySecretStore implements SecretStore {
  readonly protection = 'memory of a test';
  readonly #values = new Map<SecretName, Buffer>();
  read = async (name: SecretName) => this.#values.get(name) ?? null;
  write = async (name: SecretName, value: Buffer) => void this.#values.set(name, value);
  forget = async (name: SecretName) => void this.#values.delete(name);
}

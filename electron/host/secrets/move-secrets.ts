import { secretNames, SecretStoreError, type SecretStore } from './secret-store.ts';

/** Every secret into another store: each is written and read back there before the first is forgotten here. `goOn` may throw, up to then. */
export async function moveSecrets(from: SecretStore, to: SecretStore, goOn: () => void): Promise<void> {
  const values = await Promise.all(secretNames.map(async (name) => ({ name, value: await from.read(name) })));
  for (const { name, value } of values) {
    if (!value) throw new SecretNotKeptError(`${name} is gone`);
    goOn();
    await to.write(name, value);
  }
  for (const { name, value } of values) {
    if (!value || !(await to.read(name))?.equals(value)) throw new SecretNotKeptError(`${name} did not come back as it was written`);
  }
  goOn();
  for (const name of secretNames) from.forget(name);
}

export class SecretNotKeptError extends SecretStoreError {
  override name = 'SecretNotKeptError';
}

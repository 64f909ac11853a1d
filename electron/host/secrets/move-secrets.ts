import { secretNames, type SecretStore } from './secret-store.ts';

/** Every secret into another store; each is read back there before it is forgotten here. */
export async function moveSecrets(from: SecretStore, to: SecretStore): Promise<void> {
  const moved: (() => Promise<void>)[] = [];
  for (const name of secretNames) {
    const value = await from.read(name);
    if (!value) continue;
    await to.write(name, value);
    if (!(await to.read(name))?.equals(value)) throw new SecretNotKeptError(`${name} did not come back as it was written`);
    moved.push(() => from.forget(name));
  }
  for (const forget of moved) await forget();
}

export class SecretNotKeptError extends Error {
  override name = 'SecretNotKeptError';
}

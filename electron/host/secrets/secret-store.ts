/** Where keys and other secrets are kept. Values never leave the main process, and never reach the ledger or a log. */
export interface SecretStore {
  /** Where a value is kept, in words for the window. */
  placeOf(name: SecretName): string;
  /** `null` where nothing is kept under this name. */
  read(name: SecretName): Promise<Buffer | null>;
  /** Replaces what was there, all at once. */
  write(name: SecretName, value: Buffer): Promise<void>;
  /** Also where nothing is kept. At once: nothing else of this process comes in between when several are forgotten. */
  forget(name: SecretName): void;
}

/** Closed, so that a name can never be a path. In the order in which they are made. */
export const secretNames = ['operator-key', 'owner-key', 'ledger-key'] as const;
export type SecretName = (typeof secretNames)[number];

export class SecretStoreError extends Error {
  override name = 'SecretStoreError';
}

/** The passphrase does not open what is kept, or what is kept was changed. */
export class WrongPassphraseError extends SecretStoreError {
  override name = 'WrongPassphraseError';
}

/** Some of the keys are there and others are not. One made anew would be another one, and be taken for it. */
export class MissingKeysError extends SecretStoreError {
  override name = 'MissingKeysError';

  constructor(places: readonly string[]) {
    super(saysMissing(places));
  }
}

export const saysMissing = (places: readonly string[]): string =>
  `Not all keys of this console are there: missing is ${places.join(', ')}. No other key is made in its place. Put it back from a copy and start the console again. Where there is no copy, move the rest out of that folder: the next start makes other keys then, and says so in the ledger.`;

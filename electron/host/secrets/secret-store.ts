/** Where keys and other secrets are kept. Values never leave the main process, and never reach the ledger or a log. */
export interface SecretStore {
  /** What protects a value here, in words for the window. */
  readonly protection: string;
  /** `null` where nothing is kept under this name. */
  read(name: SecretName): Promise<Buffer | null>;
  /** Replaces what was there, all at once. */
  write(name: SecretName, value: Buffer): Promise<void>;
  /** Also where nothing is kept. */
  forget(name: SecretName): Promise<void>;
}

/** Closed, so that a name can never be a path. */
export const secretNames = ['ledger-key', 'operator-key', 'owner-key'] as const;
export type SecretName = (typeof secretNames)[number];

export class SecretStoreError extends Error {
  override name = 'SecretStoreError';
}

/** The passphrase does not open what is kept, or what is kept was changed. */
export class WrongPassphraseError extends SecretStoreError {
  override name = 'WrongPassphraseError';
}

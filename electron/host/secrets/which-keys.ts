import { existsSync } from 'node:fs';
import path from 'node:path';
import { saysMissing, secretNames, type SecretName } from './secret-store.ts';

export const bareFile = (folder: string, name: SecretName): string => path.join(folder, `${name}.secret`);
export const sealedFile = (folder: string, name: SecretName): string => path.join(folder, `${name}.sealed`);

/** Which of the files in the folder are the keys. */
export type WhichKeys =
  | { readonly kind: 'bare' }
  | { readonly kind: 'sealed'; readonly stillBare: readonly SecretName[] }
  | { readonly kind: 'incomplete'; readonly missing: readonly string[] };

/**
 * Sealing writes every sealed file and reads it back while every bare one is there; only then are the bare ones forgotten, one
 * after another. So, wherever it was cut: as long as no bare file is gone they are the keys, and what is sealed beside them is void
 * and written anew by the next sealing. Once one is gone the sealed files are the keys, and what is still bare is a leftover.
 */
export function whichKeys(folder: string): WhichKeys {
  const bare = secretNames.filter((name) => existsSync(bareFile(folder, name)));
  const sealed = secretNames.filter((name) => existsSync(sealedFile(folder, name)));
  if (bare.length === secretNames.length || sealed.length === 0) return { kind: 'bare' };
  if (sealed.length === secretNames.length) return { kind: 'sealed', stillBare: bare };
  return { kind: 'incomplete', missing: secretNames.filter((name) => !sealed.includes(name)).map((name) => sealedFile(folder, name)) };
}

/** What protects the keys, in words for the window. */
export function protectionOf(folder: string, which: WhichKeys, isUnlocked: boolean): string {
  switch (which.kind) {
    case 'bare': return 'Only the file’s permissions (0600): whoever can read this account’s files can read the key.';
    case 'sealed': return `${isUnlocked ? byPassphrase : notGivenYet}${which.stillBare.length > 0 ? leftBare(folder, which.stillBare) : ''}`;
    case 'incomplete': return saysMissing(which.missing);
  }
}

const byPassphrase = 'A passphrase (scrypt, AES-256-GCM): it is asked for at each start, and nobody can bring it back.';
const notGivenYet = 'A passphrase, which was not given yet. Nothing is signed until it is.';

const leftBare = (folder: string, names: readonly SecretName[]): string =>
  ` Still without it: ${names.map((name) => bareFile(folder, name)).join(', ')}. Whoever can read this account’s files can read that; unlocking removes it where it holds the same key.`;

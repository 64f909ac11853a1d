import type { KeyObject } from 'node:crypto';
import type { KeyFingerprint } from '../../../shared/approval.ts';
import { MissingKeysError, secretNames, type SecretName, type SecretStore } from '../secrets/secret-store.ts';
import { fingerprintOfKey, keptKey, makeKey } from './signing-key.ts';

/** The keys of a console, which are made together and kept together. */
export type KeySet = Readonly<Record<SecretName, KeyObject>>;

/** Throws MissingKeysError: nothing is ever made here. */
export async function keptKeys(store: SecretStore): Promise<KeySet> {
  return whole(await keysIn(store), store);
}

/**
 * The same, making them where there are none. Where some are there, the others are made only while that cannot hide a loss: a
 * making that was cut leaves no ledger’s key, which comes last, and nothing that was enrolled. Throws MissingKeysError otherwise.
 */
export async function keptOrNewKeys(store: SecretStore, isEnrolled: (key: KeyFingerprint) => boolean): Promise<KeySet> {
  const keys = await keysIn(store);
  if (keys.has('ledger-key') || [...keys.values()].some((key) => isEnrolled(fingerprintOfKey(key)))) return whole(keys, store);
  for (const name of secretNames) if (!keys.has(name)) keys.set(name, await makeKey(store, name));
  return whole(keys, store);
}

async function keysIn(store: SecretStore): Promise<Map<SecretName, KeyObject>> {
  const keys = new Map<SecretName, KeyObject>();
  for (const name of secretNames) {
    const key = await keptKey(store, name);
    if (key) keys.set(name, key);
  }
  return keys;
}

function whole(keys: ReadonlyMap<SecretName, KeyObject>, store: SecretStore): KeySet {
  const missing = secretNames.filter((name) => !keys.has(name));
  if (missing.length > 0) throw new MissingKeysError(missing.map((name) => store.placeOf(name)));
  return Object.fromEntries(keys) as KeySet;
}

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { approvalText, type Approval, type KeyFingerprint, type UnsignedApproval } from '../../../shared/approval.ts';
import { fingerprintOf } from '../ledger/approval-signature.ts';
import { rawPublicKey } from '../ledger/signed-note.ts';
import type { SecretName, SecretStore } from '../secrets/secret-store.ts';

export { isSignedBy } from '../ledger/approval-signature.ts';

/** The key kept under this name; undefined where none is. */
export async function keptKey(store: SecretStore, name: SecretName): Promise<KeyObject | undefined> {
  const kept = await store.read(name);
  return kept ? createPrivateKey({ key: kept, format: 'der', type: 'pkcs8' }) : undefined;
}

export async function makeKey(store: SecretStore, name: SecretName): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await store.write(name, keyBytes(privateKey));
  return privateKey;
}

/** As it is kept. */
export const keyBytes = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'pkcs8' });

export const publicKeyText = (key: KeyObject): string => rawPublicKey(key).toString('base64');

export const fingerprintOfKey = (key: KeyObject): KeyFingerprint => fingerprintOf(publicKeyText(key.type === 'private' ? createPublicKey(key) : key));

export function signApproval(approval: UnsignedApproval, key: KeyObject): Approval {
  return { ...approval, signature: sign(null, Buffer.from(approvalText(approval), 'utf8'), key).toString('base64') };
}

import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { approvalText, type Approval, type KeyFingerprint, type UnsignedApproval } from '../../../shared/approval.ts';
import { sha256 } from '../ledger/digest.ts';
import { publicKeyFromRaw, rawPublicKey } from '../ledger/signed-note.ts';
import type { SecretName, SecretStore } from '../secrets/secret-store.ts';

/** The key kept under this name, made at first use. */
export async function loadOrMakeKey(store: SecretStore, name: SecretName): Promise<KeyObject> {
  const kept = await store.read(name);
  if (kept) return createPrivateKey({ key: kept, format: 'der', type: 'pkcs8' });
  const { privateKey } = generateKeyPairSync('ed25519');
  await store.write(name, privateKey.export({ format: 'der', type: 'pkcs8' }));
  return privateKey;
}

export const publicKeyText = (key: KeyObject): string => rawPublicKey(key).toString('base64');

/** What a person compares, and what an outsider needs: `ed25519:` and a SHA-256 of the raw key. */
export const fingerprintOf = (publicKey: string): KeyFingerprint => `ed25519:${sha256(Buffer.from(publicKey, 'base64')).toString('hex')}` as KeyFingerprint;

export const fingerprintOfKey = (key: KeyObject): KeyFingerprint => fingerprintOf(publicKeyText(key.type === 'private' ? createPublicKey(key) : key));

export function signApproval(approval: UnsignedApproval, key: KeyObject): Approval {
  return { ...approval, signature: sign(null, Buffer.from(approvalText(approval), 'utf8'), key).toString('base64') };
}

export function isSignedBy(approval: Approval, publicKey: string): boolean {
  return verify(null, Buffer.from(approvalText(approval), 'utf8'), publicKeyFromRaw(Buffer.from(publicKey, 'base64')), Buffer.from(approval.signature, 'base64'));
}

import { verify } from 'node:crypto';
import { approvalText, type Approval, type KeyFingerprint } from '../../../shared/approval.ts';
import { sha256 } from './digest.ts';
import { publicKeyFromRaw } from './signed-note.ts';

/** What a person compares, and what an outsider needs: `ed25519:` and a SHA-256 of the raw key, which is given in base64. */
export const fingerprintOf = (publicKey: string): KeyFingerprint => `ed25519:${sha256(Buffer.from(publicKey, 'base64')).toString('hex')}` as KeyFingerprint;

export function isSignedBy(approval: Approval, publicKey: string): boolean {
  return verify(null, Buffer.from(approvalText(approval), 'utf8'), publicKeyFromRaw(Buffer.from(publicKey, 'base64')), Buffer.from(approval.signature, 'base64'));
}

import { createHash } from 'node:crypto';
import { canonicalText } from '../../../shared/canonical.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';

const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

export const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 6962, section 2.1. */
export const leafHash = (entry: Uint8Array): Buffer => sha256(leafPrefix, entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodePrefix, left, right);
export const emptyRoot = sha256();

export const digestText = (hash: Uint8Array): Digest => `sha256:${Buffer.from(hash).toString('hex')}` as Digest;

export const digestOfText = (text: string): Digest => digestText(sha256(Buffer.from(text, 'utf8')));

/** The digest of a document: of its canonical text in UTF-8. */
export const digestOf = (document: Json): Digest => digestOfText(canonicalText(document));

/** A digest over bytes that arrive piece by piece. */
export function startDigest(): { readonly add: (bytes: Uint8Array) => void; readonly finish: () => Digest } {
  const hash = createHash('sha256');
  return { add: (bytes) => void hash.update(bytes), finish: () => digestText(hash.digest()) };
}

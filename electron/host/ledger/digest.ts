import { createHash, hash as hashAtOnce } from 'node:crypto';
import { canonicalText } from '../../../shared/canonical.ts';
import type { Digest } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';

const leafPrefix = Buffer.from([0]);
const nodePrefix = 1;
const hashBytes = 32;

export const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const [only = new Uint8Array(), ...rest] = parts;
  // As text of one character a byte and back: a buffer of its own costs more than the hashing of a receipt.
  if (rest.length === 0) return Buffer.from(hashAtOnce('sha256', only, 'binary'), 'latin1');
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

// Where bytes are put together for one call: for anything as small as a receipt, calling costs more than hashing.
const leafInput = Buffer.alloc(16_384);
const nodeInput = Buffer.alloc(1 + 2 * hashBytes, nodePrefix);

/** RFC 6962, section 2.1. */
export function leafHash(entry: Uint8Array): Buffer {
  if (entry.length >= leafInput.length) return sha256(leafPrefix, entry);
  leafInput.set(entry, 1);
  return sha256(leafInput.subarray(0, 1 + entry.length));
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  if (left.length !== hashBytes || right.length !== hashBytes) throw new RangeError(`a node has two hashes of ${hashBytes} bytes`);
  nodeInput.set(left, 1);
  nodeInput.set(right, 1 + hashBytes);
  return sha256(nodeInput);
}

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

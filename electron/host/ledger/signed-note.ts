import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { sha256 } from './digest.ts';

/** C2SP signed-note: a text, an empty line, and one line for each signature. */
export interface SignedNote {
  /** Ends in a newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  /** The first four bytes of the key's hash. */
  readonly keyId: Uint8Array;
  readonly signature: Uint8Array;
}

/** A key that a reader trusts, by the name it signs under. */
export interface NoteVerifier {
  readonly name: string;
  readonly keyId: Uint8Array;
  readonly publicKey: KeyObject;
}

export class MalformedNoteError extends Error {
  override name = 'MalformedNoteError';
}

const ed25519 = 0x01;
const rawKeyBytes = 32;
/** The fixed beginning of an Ed25519 public key in DER: the raw key follows it. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');

export const rawPublicKey = (key: KeyObject): Buffer => (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'der', type: 'spki' }).subarray(derPrefix.length);

export const publicKeyFromRaw = (raw: Uint8Array): KeyObject => createPublicKey({ key: Buffer.concat([derPrefix, raw]), format: 'der', type: 'spki' });

export const keyIdOf = (name: string, raw: Uint8Array): Buffer => sha256(Buffer.from(`${name}\n`), Buffer.from([ed25519]), raw).subarray(0, 4);

export function verifierOf(name: string, key: KeyObject): NoteVerifier {
  const raw = rawPublicKey(key);
  return { name, keyId: keyIdOf(name, raw), publicKey: publicKeyFromRaw(raw) };
}

/** The text form that is published: `name+hex key id+base64(0x01 || public key)`. */
export function verifierText({ name, keyId, publicKey }: NoteVerifier): string {
  return `${name}+${Buffer.from(keyId).toString('hex')}+${Buffer.concat([Buffer.from([ed25519]), rawPublicKey(publicKey)]).toString('base64')}`;
}

export function parseVerifier(text: string): NoteVerifier {
  const [name, id, encoded, ...rest] = text.split('+');
  // Base64 has a plus of its own.
  const bytes = Buffer.from([encoded, ...rest].join('+'), 'base64');
  if (name === undefined || !isKeyName(name) || bytes[0] !== ed25519 || bytes.length !== rawKeyBytes + 1) throw new MalformedNoteError('not the text of an Ed25519 verifier key');
  const raw = bytes.subarray(1);
  const keyId = keyIdOf(name, raw);
  if (keyId.toString('hex') !== id) throw new MalformedNoteError('the key id is not that of the key');
  return { name, keyId, publicKey: publicKeyFromRaw(raw) };
}

export function signNote(text: string, name: string, privateKey: KeyObject): string {
  if (!isNoteText(text)) throw new MalformedNoteError('a note’s text ends in a newline and holds no control characters');
  if (!isKeyName(name)) throw new MalformedNoteError('a key’s name is not empty and holds neither spaces nor a plus');
  const keyId = keyIdOf(name, rawPublicKey(privateKey));
  const signature = sign(null, Buffer.from(text, 'utf8'), privateKey);
  return `${text}\n— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
}

/** Reads a note, or throws MalformedNoteError. The last empty line separates the text from its signatures. */
export function parseNote(note: string): SignedNote {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n') || !note.isWellFormed()) throw new MalformedNoteError('no text and signatures');
  const text = note.slice(0, end + 1);
  if (!isNoteText(text)) throw new MalformedNoteError('the text holds control characters');
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > 100) throw new MalformedNoteError('more signatures than anyone needs');
  return { text, signatures: lines.map(parseSignature) };
}

function parseSignature(line: string): NoteSignature {
  const [dash, name, encoded, ...rest] = line.split(' ');
  if (dash !== '—' || name === undefined || !isKeyName(name) || encoded === undefined || rest.length > 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    throw new MalformedNoteError('a signature line has the wrong form');
  }
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length < 5) throw new MalformedNoteError('a signature is too short');
  return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

export type NoteVerdict =
  | { readonly kind: 'signed'; readonly by: readonly NoteVerifier[] }
  /** A known key's signature fails: the note is rejected whole. */
  | { readonly kind: 'forged'; readonly by: NoteVerifier }
  | { readonly kind: 'unknown_signer' };

export interface KnownSignature {
  readonly verifier: NoteVerifier;
  readonly signature: Uint8Array;
}

/** The signatures whose keys are known, by name and id together; all others are passed over. */
export function knownSignatures({ signatures }: SignedNote, known: readonly NoteVerifier[]): readonly KnownSignature[] {
  return signatures.flatMap(({ name, keyId, signature }) => {
    const verifier = known.find((candidate) => candidate.name === name && Buffer.compare(candidate.keyId, keyId) === 0);
    return verifier ? [{ verifier, signature }] : [];
  });
}

/** One known key that fails rejects the note. */
export function verifyNote(note: SignedNote, known: readonly NoteVerifier[]): NoteVerdict {
  const text = Buffer.from(note.text, 'utf8');
  const by = new Set<NoteVerifier>();
  for (const { verifier, signature } of knownSignatures(note, known)) {
    if (!verify(null, text, verifier.publicKey, signature)) return { kind: 'forged', by: verifier };
    by.add(verifier);
  }
  return by.size > 0 ? { kind: 'signed', by: [...by] } : { kind: 'unknown_signer' };
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const isNoteText = (text: string): boolean => text.endsWith('\n') && !/[\u0000-\u0009\u000b-\u001f]/.test(text);
const isKeyName = (name: string): boolean => name !== '' && !/[\s+]/u.test(name);

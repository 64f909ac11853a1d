import { verify } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyFingerprint } from '../../../../shared/approval.ts';
import { fingerprintOf } from '../approval-signature.ts';
import { knownSignatures, MalformedNoteError, parseVerifier, rawPublicKey, type NoteVerifier, type SignedNote } from '../signed-note.ts';

/** A public key that is kept with a ledger: whose it is, only a reader who knows its fingerprint can tell. */
export interface Signer {
  readonly verifier: NoteVerifier;
  readonly fingerprint: KeyFingerprint;
  readonly isKnown: boolean;
}

export type SignatureVerdict =
  | { readonly kind: 'signed'; readonly signer: Signer }
  | { readonly kind: 'forged' }
  /** Of none of the keys that count. */
  | { readonly kind: 'unknown_signer' };

export function signersOf(verifiers: readonly string[], known: readonly KeyFingerprint[]): readonly Signer[] {
  return verifiers.flatMap((text) => {
    const verifier = parsed(text);
    if (!verifier) return [];
    const fingerprint = fingerprintOfVerifier(verifier);
    return [{ verifier, fingerprint, isKnown: known.includes(fingerprint) }];
  });
}

export const fingerprintOfVerifier = ({ publicKey }: NoteVerifier): KeyFingerprint => fingerprintOf(rawPublicKey(publicKey).toString('base64'));

function parsed(text: string): NoteVerifier | undefined {
  try {
    return parseVerifier(text);
  } catch (error) {
    if (error instanceof MalformedNoteError) return undefined;
    throw error;
  }
}

/** The keys that a signature may be of. */
export interface SignerChoice {
  readonly signers: readonly Signer[];
  /** The reader named keys: then no others count. */
  readonly isNamed: boolean;
}

const verifyInPool = promisify<null, Uint8Array, NoteVerifier['publicKey'], Uint8Array, boolean>(verify);

/**
 * Who signed it. Where the reader named no key this shows that the signature fits, and not whose it is. Checked off this
 * thread: there is a signature for every few receipts.
 */
export async function checkSignature(note: SignedNote, name: string, choice: SignerChoice): Promise<SignatureVerdict> {
  const text = Buffer.from(note.text, 'utf8');
  const candidates = candidatesFor(note, name, choice);
  for (const { signer, signature } of candidates) if (!(await verifyInPool(null, text, signer.verifier.publicKey, signature))) return { kind: 'forged' };
  return verdictOn(candidates);
}

/** The same on this thread, for the one that is in doubt. */
export function checkSignatureNow(note: SignedNote, name: string, choice: SignerChoice): SignatureVerdict {
  const text = Buffer.from(note.text, 'utf8');
  const candidates = candidatesFor(note, name, choice);
  return candidates.every(({ signer, signature }) => verify(null, text, signer.verifier.publicKey, signature)) ? verdictOn(candidates) : { kind: 'forged' };
}

interface Candidate {
  readonly signer: Signer;
  readonly signature: Uint8Array;
}

function candidatesFor(note: SignedNote, name: string, { signers, isNamed }: SignerChoice): readonly Candidate[] {
  const asked = signers.filter(({ verifier, isKnown }) => verifier.name === name && (isKnown || !isNamed));
  return asked.flatMap((signer) => knownSignatures(note, [signer.verifier]).map(({ signature }) => ({ signer, signature })));
}

const verdictOn = ([first]: readonly Candidate[]): SignatureVerdict => (first ? { kind: 'signed', signer: first.signer } : { kind: 'unknown_signer' });

import { verify } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyFingerprint } from '../../../../shared/approval.ts';
import { keyFingerprint } from '../approval-signature.ts';
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

export const fingerprintOfVerifier = ({ publicKey }: NoteVerifier): KeyFingerprint => keyFingerprint(rawPublicKey(publicKey).toString('base64'));

function parsed(text: string): NoteVerifier | undefined {
  try {
    return parseVerifier(text);
  } catch (error) {
    if (error instanceof MalformedNoteError) return undefined;
    throw error;
  }
}

const verifyInPool = promisify<null, Uint8Array, NoteVerifier['publicKey'], Uint8Array, boolean>(verify);

/** The keys that a signature may be of. */
export interface SignerChoice {
  readonly signers: readonly Signer[];
  /** The reader named keys: then no others count. */
  readonly isNamed: boolean;
}

/**
 * Who signed it. Where the reader named no key this shows that the signature fits, and not whose it is. Checked off this
 * thread: there is a signature for every few receipts.
 */
export async function checkSignature(note: SignedNote, name: string, { signers, isNamed }: SignerChoice): Promise<SignatureVerdict> {
  const asked = signers.filter(({ verifier, isKnown }) => verifier.name === name && (isKnown || !isNamed));
  const text = Buffer.from(note.text, 'utf8');
  let by: Signer | undefined;
  for (const { verifier, signature } of knownSignatures(note, asked.map((signer) => signer.verifier))) {
    if (!(await verifyInPool(null, text, verifier.publicKey, signature))) return { kind: 'forged' };
    by ??= asked.find((signer) => signer.verifier === verifier);
  }
  return by ? { kind: 'signed', signer: by } : { kind: 'unknown_signer' };
}

import type { KeyFingerprint } from '../../../../shared/approval.ts';

export interface ArchiveFacts {
  readonly from: number;
  readonly to: number;
  readonly origin: string;
  readonly signer: KeyFingerprint;
}

/** The same for the same archive: nothing in it depends on when or where it was written. */
export const archiveReadme = ({ from, to, origin, signer }: ArchiveFacts): string => `Receipts ${from} to ${to} of the ledger ${origin}: all of them, up to where its checkpoint was signed.

  receipts.ndjson        the receipts, one a line, byte for byte as they were hashed
  edge.txt               the tree before the first of them (RFC 6962): the roots of its full subtrees
  checkpoint.txt         what the ledger was after the last of them, signed (C2SP tlog-checkpoint, Ed25519)
  verifier.txt           the public key of that signature (C2SP signed-note)

To verify it:

  bailiwick verify THIS-FILE --key ${signer}

Take the fingerprint from the ledger's owner and by another road than this file: whoever makes up an archive can make up a
fingerprint with it. Without --key you learn that the archive is consistent in itself, and not whose it is.

What it shows: these are all receipts from ${from} to ${to}, byte for byte and in the order in which they were signed.

What it does not show:
  - that what a receipt says is true: the owner of the key can have lied from the start
  - what came before and after
  - when anything happened: the times are those of the console's and the engine's clocks
  - this page: it is not signed
`;

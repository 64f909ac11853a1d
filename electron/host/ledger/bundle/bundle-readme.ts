import type { KeyFingerprint } from '../../../../shared/approval.ts';
import type { BindingId } from '../../../../shared/ids.ts';
import { countText } from '../../../../shared/quantities.ts';

export interface BundleFacts {
  readonly receipts: number;
  readonly origin: string;
  readonly size: number;
  readonly signer: KeyFingerprint;
  /** The sizes of the earlier checkpoints that the bundle leads on from. */
  readonly earlier: readonly number[];
  /** The worker that its document is of. */
  readonly binding?: BindingId;
}

/** The same for the same bundle: nothing in it depends on when or where it was written. */
export const bundleReadme = ({ receipts, origin, size, signer, earlier, binding }: BundleFacts): string => `${countText(receipts, 'receipt')} of the ledger ${origin}, which held ${countText(size, 'receipt')} when its checkpoint was signed.

  receipts.ndjson        the receipts, one a line, byte for byte as they were hashed
  proofs/*.tlog-proof    for each of them, where it stands in the ledger (C2SP tlog-proof, RFC 6962)
  checkpoint.txt         what the ledger was, signed (C2SP tlog-checkpoint, Ed25519)
${earlier.length === 0 ? '' : `  consistency/*.txt      that it still began with what it was when ${countText(earlier.length, 'earlier checkpoint')} ${earlier.length === 1 ? 'was' : 'were'} signed, each named by its size\n`}${binding === undefined ? '' : `  binding.json           what these receipts tell of the binding ${binding}; each “receipt” in it is one of them\n`}  verifier.txt           the public key of that signature (C2SP signed-note)

To verify it:

  bailiwick verify THIS-FILE --key ${signer}
${earlier.length === 0 ? '' : '\nWith --checkpoint FILE as well it is compared with a signed checkpoint that you have from before.\n'}
Take the fingerprint from the ledger's owner and by another road than this file: whoever makes up a bundle can make up a
fingerprint with it. Without --key you learn that the bundle is consistent in itself, and not whose it is.

What it shows: each receipt is byte for byte what the key's owner signed, and stands at its place in one ledger${earlier.length === 0 ? '' : `,\nwhich was only added to since it held ${countText(earlier[0] ?? 0, 'receipt')}`}.${binding === undefined ? '' : ' The\ndocument is exactly what follows from these receipts: it is not signed by itself, it is folded again and compared.'}

What it does not show:
  - that what a receipt says is true: the owner of the key can have lied from the start
  - that there are no other receipts: these were chosen
  - when anything happened: the times are those of the console's and the engine's clocks
  - this page: it is not signed
`;

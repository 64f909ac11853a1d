import type { KeyFingerprint } from '../../../../shared/approval.ts';
import type { Digest } from '../../../../shared/ids.ts';

/** What stands in the way of sealing, or of what belongs to it. None of it stops the ledger. */
export type SealingTrouble =
  | { readonly kind: 'no_key' }
  /** The newest checkpoint was signed with another key than the one at hand. */
  | { readonly kind: 'other_key' }
  | { readonly kind: 'custody_unproven' }
  | { readonly kind: 'checkpoint_not_written'; readonly says: string }
  | { readonly kind: 'mark_not_written'; readonly file: string; readonly says: string }
  | { readonly kind: 'copy_not_written'; readonly folder: string; readonly says: string };

export interface SealingState {
  /** Receipts that a signed checkpoint covers, and those after it. */
  readonly sealed: number;
  readonly unsealed: number;
  readonly last: { readonly size: number; readonly root: Digest } | null;
  /** The key that signs; null while it is locked. */
  readonly signer: KeyFingerprint | null;
  readonly troubles: readonly SealingTrouble[];
}

export function describeTrouble(trouble: SealingTrouble): string {
  switch (trouble.kind) {
    case 'no_key': return 'The ledger’s key is locked: receipts are durable, and none is sealed until it is unlocked.';
    case 'other_key': return 'The newest checkpoint is signed with another key than this one: nothing is sealed with it until a signed reanchor.';
    case 'custody_unproven': return 'Custody is unproven: nothing is sealed until a signed reanchor.';
    case 'checkpoint_not_written': return `The checkpoint could not be written (${trouble.says}).`;
    case 'mark_not_written': return `The mark ${trouble.file} could not be written (${trouble.says}). If it is still missing at the next start, custody reads unproven.`;
    case 'copy_not_written': return `The checkpoint could not be copied to ${trouble.folder} (${trouble.says}).`;
  }
}

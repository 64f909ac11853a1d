import type { KeyFingerprint } from './approval.ts';
import { assertNever } from './assert-never.ts';
import type { EvidenceMark } from './evidence-mark.ts';
import type { Digest, Instant } from './ids.ts';
import { countText, numberText } from './quantities.ts';

/** What stands in the way of sealing, or of what belongs to it. None of it stops the ledger. */
export type SealingTrouble =
  | { readonly kind: 'no_key' }
  /** The newest checkpoint was signed with another key than the one at hand. */
  | { readonly kind: 'other_key' }
  | { readonly kind: 'custody_unproven' }
  /** The ledger takes no writes, so no checkpoint either. */
  | { readonly kind: 'not_writable' }
  | { readonly kind: 'checkpoint_not_written'; readonly says: string }
  | { readonly kind: 'mark_not_written'; readonly file: string; readonly says: string }
  | { readonly kind: 'copy_not_written'; readonly folder: string; readonly says: string };

/** The newest signed checkpoint. */
export interface LastSeal {
  readonly size: number;
  readonly root: Digest;
  readonly at: Instant;
  /** The key that signed it; null where that key is not kept. */
  readonly signer: KeyFingerprint | null;
}

export interface SealingState {
  /** Receipts that a signed checkpoint covers, and those after it. */
  readonly sealed: number;
  readonly unsealed: number;
  readonly last: LastSeal | null;
  readonly troubles: readonly SealingTrouble[];
}

export function describeTrouble(trouble: SealingTrouble): string {
  switch (trouble.kind) {
    case 'no_key': return 'The ledger’s key is locked: receipts are durable, and none is sealed until it is unlocked.';
    case 'other_key': return 'The newest checkpoint is signed with another key than this one: nothing is sealed with it until a signed reanchor.';
    case 'custody_unproven': return 'Custody is unproven: nothing is sealed until a signed reanchor.';
    case 'not_writable': return 'The ledger takes no writes, so nothing more is sealed.';
    case 'checkpoint_not_written': return `The checkpoint could not be written (${trouble.says}).`;
    case 'mark_not_written': return `The mark ${trouble.file} could not be written (${trouble.says}). If it is still missing at the next start, custody reads unproven.`;
    case 'copy_not_written': return `The checkpoint could not be copied to ${trouble.folder} (${trouble.says}).`;
    default: return assertNever(trouble);
  }
}

/** The seal as the frame shows it: a mark, a few words, and beside them how far it reaches. */
export interface SealedMark {
  readonly mark: EvidenceMark;
  readonly label: string;
  readonly says: string;
}

export function sealedMark(state: SealingState): SealedMark {
  const [trouble] = state.troubles;
  const says = trouble ? `${reachOf(state)} ${describeTrouble(trouble)}` : reachOf(state);
  return { ...wordsOf(state, trouble), says };
}

function wordsOf({ sealed }: SealingState, trouble: SealingTrouble | undefined): Omit<SealedMark, 'says'> {
  switch (trouble?.kind) {
    case undefined: return sealed > 0 ? { mark: 'seen', label: 'Ledger sealed' } : { mark: 'asked', label: 'Not sealed yet' };
    case 'no_key': return { mark: 'needs_person', label: 'Not sealed: keys are locked' };
    case 'other_key': return { mark: 'refused', label: 'Not sealed: another key' };
    case 'custody_unproven': return { mark: 'refused', label: 'Custody unproven' };
    case 'not_writable': return { mark: 'refused', label: 'Ledger takes no writes' };
    case 'checkpoint_not_written':
    case 'mark_not_written':
    case 'copy_not_written': return { mark: 'needs_person', label: 'Seal not written' };
    default: return assertNever(trouble);
  }
}

function reachOf({ sealed, unsealed }: SealingState): string {
  if (sealed === 0) return `${countText(unsealed, 'receipt')}, not sealed.`;
  const reach = `Sealed up to receipt ${numberText(sealed)}`;
  return unsealed === 0 ? `${reach}.` : `${reach}; ${countText(unsealed, 'receipt')} after it not yet.`;
}

import type { SealingState } from '../../shared/sealing.ts';
import { instantText } from './instant-text.ts';

/** When the newest checkpoint was signed, and with which key. */
export function sealText({ last }: SealingState): string {
  if (!last) return 'No checkpoint was signed yet.';
  return `Signed ${instantText(last.at)} with ${last.signer ?? 'a key that is not kept'}.`;
}

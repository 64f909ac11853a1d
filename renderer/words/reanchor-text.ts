import type { InboxItem } from '../../shared/inbox.ts';
import { instantText } from './instant-text.ts';

export type Unproven = Extract<InboxItem, { kind: 'custody_unproven' }>;

/** What going on from a ledger that may be an older copy does to what a newer one knew. */
export interface ReanchorWords {
  readonly givenAway: string;
  readonly askFirst: string;
  readonly kept: string;
}

export function reanchorWords({ head: { size, at } }: Pick<Unproven, 'head'>, zone?: string): ReanchorWords {
  const last = at === null ? 'the ledger began' : `receipt ${size} (${instantText(at, zone)})`;
  return {
    givenAway: `What was given away after ${last} reads as this console’s again, by the word of a ledger that does not know of it.`,
    askFirst: 'Its new owner may use it: take nothing of it back before you asked them.',
    kept: 'The old marks, word for word, in what you sign. What no receipt of this ledger names stays where it is and is not taken for ours.',
  };
}

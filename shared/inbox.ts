import { assertNever } from './assert-never.ts';
import type { AttemptId, BindingId, Digest, Instant, Seat } from './ids.ts';
import { operations, type Operation } from './operations.ts';

/** Why an open attempt is not settled. Each has one label and one who must act. */
export type Blocker =
  | 'engine_unreachable'
  | 'file_unreadable'
  | 'identity_changed'
  | 'goal_not_shown'
  | 'request_forgotten'
  | 'ledger_not_writable'
  | 'late_effect'
  | 'custody_unproven';

/** Of an effect whose goal state cannot be read, where nothing more is known of why. */
export function unreadableBlocker(operation: Operation): Blocker {
  switch (operations[operation].at) {
    case 'engine': return 'engine_unreachable';
    case 'this_machine': return 'file_unreadable';
  }
}

export interface BlockerWords {
  readonly label: string;
  readonly whoActs: string;
}

export function describeBlocker(blocker: Blocker): BlockerWords {
  switch (blocker) {
    case 'engine_unreachable': return { label: 'the engine does not answer', whoActs: 'whoever runs the engine: start it, or mend the way to it' };
    case 'file_unreadable': return { label: 'what it was for cannot be read on this machine', whoActs: 'you: bring back the disk or the folder, or see to it that this account may read it, then look again' };
    case 'identity_changed': return { label: 'what is there is not what it was asked of', whoActs: 'whoever runs the engine: bring back the engine, or what is on it, as it was when this was asked; what stays away for good has to be seen to be gone' };
    case 'goal_not_shown': return { label: 'nothing shows that it happened', whoActs: 'you: look again later, or close it as not applied' };
    case 'request_forgotten': return { label: 'what was asked is not kept any more', whoActs: 'you: put back a backup in which it is kept; without it nobody can tell whether this happened' };
    case 'ledger_not_writable': return { label: 'the ledger takes no writes', whoActs: 'you: mend the data folder, then try again' };
    case 'late_effect': return { label: 'it happened after it was closed', whoActs: 'you: it is yours; take it back with its worker' };
    case 'custody_unproven': return { label: 'the ledger is not shown to be whole', whoActs: 'you: restore the newer copy, or reanchor with a signature' };
    default: return assertNever(blocker);
  }
}

/** Why something waits, and for whom. */
export function describeWaiting(item: InboxItem): BlockerWords {
  switch (item.kind) {
    case 'findings': return { label: 'its files are not delivered before each finding is decided', whoActs: 'you: fix, leave out or accept each one' };
    case 'lifetime_over': return { label: 'its lifetime is over; nothing of it is stopped or removed by that', whoActs: 'you: take it back step by step, or keep it' };
    case 'late_effect': return describeLate(item);
    default: return describeBlocker(item.blocker);
  }
}

function describeLate({ blocker, seatTaken }: Extract<InboxItem, { kind: 'late_effect' }>): BlockerWords {
  const { label, whoActs } = describeBlocker(blocker);
  return { label, whoActs: seatTaken ? `${whoActs}: another generation has its seat, so its preparation does not go on` : `${whoActs}, or go on with the preparation` };
}

/** A high-water mark outside the database, and the size it was made at; null where it cannot be read. */
export interface MarkLine {
  readonly place: 'data' | 'state';
  readonly file: string;
  readonly size: number | null;
}

/** `at`: when its last receipt was written; null where it has none. */
export interface LedgerHead {
  readonly size: number;
  readonly root: Digest;
  readonly at: Instant | null;
}

/** Something that waits for a person. */
export type InboxItem = {
  readonly id: string;
  readonly since: Instant;
  readonly seq: number;
  /** What is known, in one sentence. */
  readonly says: string;
  readonly worker?: { readonly binding: BindingId; readonly seat: Seat };
} & (
  /** In the settings of a staged manifest, which is not delivered before each is decided. */
  | { readonly kind: 'findings'; readonly manifest: Digest; readonly count: number }
  /** What its lifetime was until has come about: proposed, and never more by itself. */
  | { readonly kind: 'lifetime_over' }
  | Blocked
);

export type BlockedItem = Extract<InboxItem, Blocked>;

type Blocked = { readonly blocker: Blocker } & (
  | { readonly kind: 'attempt'; readonly attempt: AttemptId; readonly operation: Operation; readonly state: 'unconfirmed' | 'stranded'; readonly canClose: boolean }
  /** `seatTaken`: by another generation, beside which it is not prepared any further. */
  | { readonly kind: 'late_effect'; readonly attempt: AttemptId; readonly operation: Operation; readonly seatTaken: boolean }
  /** The ledger is not shown to be the whole of what was sealed. `subject` is the digest of what a reanchor signs. */
  | { readonly kind: 'custody_unproven'; readonly subject: Digest; readonly marks: readonly MarkLine[]; readonly head: LedgerHead }
  /** Nobody looked at what this worker has since the ledger was reanchored. */
  | { readonly kind: 'unobserved' }
);

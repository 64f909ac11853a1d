import { assertNever } from './assert-never.ts';

/** Why the ledger cannot be used as it should be. `says` is the database's or the system's own word for it. */
export type LedgerTrouble = { readonly folder: string; readonly says: string } & (
  | { readonly kind: 'damaged' }
  | { readonly kind: 'newer_build' }
  | { readonly kind: 'read_only' }
  /** `holder`: who writes to it, as far as that is known. */
  | { readonly kind: 'held'; readonly holder: string }
  | { readonly kind: 'disk_full' }
  | { readonly kind: 'unreadable' }
  /** Only while a backup is put in its place: what can be told of it is shown otherwise, and the Inbox has the ways on. */
  | { readonly kind: 'unproven' }
);

/** What can be done from the window. */
export type WayOn = 'try_again' | 'verify' | 'restore' | 'other_folder';

export interface TroubleWords {
  readonly title: string;
  /** What it means for who reads it. */
  readonly means: string;
  /** What to do about it. */
  readonly todo: string;
  readonly ways: readonly WayOn[];
}

export function describeLedgerTrouble(trouble: LedgerTrouble): TroubleWords {
  switch (trouble.kind) {
    case 'damaged': return {
      title: 'The ledger is damaged',
      means: 'What is stored is not what was written. It is left as it is, no effect is started, and nothing is lost by looking.',
      todo: 'Verify it to see what is still trustworthy, then restore a backup. The damaged files are set aside and kept.',
      ways: ['verify', 'restore', 'other_folder', 'try_again'],
    };
    case 'newer_build': return {
      title: 'The ledger is of a newer Bailiwick',
      means: 'This build would not understand all of it, so it is not opened and not changed.',
      todo: 'Open it with the newer build, or choose another data folder for this one.',
      ways: ['other_folder', 'try_again'],
    };
    case 'read_only': return {
      title: 'The ledger can only be read',
      means: 'Without a receipt no effect is started: everything is shown as it was last written.',
      todo: 'Give this account the right to write to the folder, then try again, or choose another data folder.',
      ways: ['try_again', 'other_folder'],
    };
    case 'held': return {
      title: 'Another process holds the ledger',
      means: `${trouble.holder ? `It is held by ${trouble.holder}. ` : ''}There is one writer at a time: everything is shown as it was when this window opened.`,
      todo: 'Close the other one, then try again, or choose another data folder.',
      ways: ['try_again', 'other_folder'],
    };
    case 'disk_full': return {
      title: 'The disk is full',
      means: 'The last receipt could not be written, so no effect is started. What was written before is whole.',
      todo: 'Free some space, then try again.',
      ways: ['try_again', 'other_folder'],
    };
    case 'unreadable': return {
      title: 'The ledger cannot be opened',
      means: 'The system does not let this account reach it. Nothing was changed.',
      todo: 'Mend what the system says, then try again, or choose another data folder.',
      ways: ['try_again', 'other_folder'],
    };
    case 'unproven': return {
      title: 'The ledger is not shown to be whole',
      means: 'No effect is started from it. A backup was chosen to take its place.',
      todo: 'Wait until that has ended, then try again.',
      ways: ['restore', 'try_again', 'other_folder'],
    };
    default: return assertNever(trouble);
  }
}

/** One of the backups in the data folder, or a file that is asked for. */
export type BackupChoice = { readonly kind: 'backup'; readonly name: string } | { readonly kind: 'file' };

/** A backup of the ledger, by its file's name in the folder of backups. */
export interface BackupRow {
  readonly name: string;
  readonly bytes: number;
  readonly at: string;
}

/** What a backup is to take the place of: a ledger that is damaged, or one that is not shown to be the whole of what was sealed. */
export type Replaced = 'damaged' | 'unproven';

export interface RestoreWords {
  readonly leave: string;
  readonly kept: string;
  readonly missing: string;
  readonly until: string;
}

const needsReanchor = 'custody reads unproven, and no effect is started, until you reanchor the ledger with your signature.';

export function restoreWords(replaced: Replaced): RestoreWords {
  switch (replaced) {
    case 'damaged': return {
      leave: 'Leave it damaged',
      kept: 'The damaged files, beside it under another name.',
      missing: 'What was written after the backup was made.',
      until: `Where that was sealed, ${needsReanchor}`,
    };
    case 'unproven': return {
      leave: 'Leave it unproven',
      kept: 'The ledger that is there now, beside it under another name.',
      missing: 'What was written after the backup was made, also in the ledger that is there now.',
      until: `Where the backup holds all that its marks know of, custody is proven again; where it does not, ${needsReanchor}`,
    };
  }
}

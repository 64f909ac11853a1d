import type { Digest } from './ids.ts';

/** What shows an outsider where a receipt stands in the ledger. */
export type ReceiptProof =
  /** `path`: the siblings from its leaf up to the root that was signed over `size` receipts; `text`: all of that as C2SP tlog-proof. */
  | { readonly state: 'covered'; readonly size: number; readonly root: Digest; readonly path: readonly Digest[]; readonly text: string }
  /** Written since the newest checkpoint. */
  | { readonly state: 'not_covered' }
  /** What is stored does not lead to what was signed. */
  | { readonly state: 'broken'; readonly says: string };

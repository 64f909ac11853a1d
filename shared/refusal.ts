/** Why something was not done. Closed: a caller can branch on it, a person reads the two sentences. */
export type RefusalCode =
  | 'ledger_not_writable'
  | 'custody_unproven'
  | 'engine_unreachable'
  | 'engine_changed'
  | 'engine_failed'
  | 'unsupported'
  | 'not_found'
  | 'bad_input'
  | 'already_so'
  | 'blocked'
  | 'not_ours'
  | 'identity_changed'
  | 'unconfirmed'
  | 'name_taken'
  | 'unsafe_file'
  | 'too_large'
  | 'changed_since'
  | 'destination_taken'
  | 'cancelled';

export interface Refusal {
  readonly code: RefusalCode;
  /** What was refused and where, in one sentence. */
  readonly says: string;
  /** What the reader can do about it, in one sentence. */
  readonly todo: string;
}

export const refusal = (code: RefusalCode, says: string, todo: string): Refusal => ({ code, says, todo });

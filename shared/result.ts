import type { Refusal } from './refusal.ts';

/** An expected "no" is a value; only faults are thrown. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export const ok = <Value>(value: Value): Result<Value> => ({ ok: true, value });
export const refused = (refusal: Refusal): Result<never> => ({ ok: false, refusal });

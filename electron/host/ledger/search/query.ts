import type { ReceiptFilter } from '../../../../shared/receipt-filter.ts';
import { field, type Entry } from './entry.ts';
import { wordsOf } from './words.ts';

/** A filter in the terms of the index. */
export interface Query {
  readonly fields: readonly string[];
  /** Beginnings of words. */
  readonly beginnings: readonly string[];
  readonly from?: number;
  readonly to?: number;
  /** Typed, but only signs that no word holds: found by nothing. */
  readonly isVoid: boolean;
}

export function queryOf({ body, operation, binding, engine, actor, disposition, from, to, text = '' }: ReceiptFilter): Query {
  const beginnings = [...new Set(wordsOf(text))];
  return {
    fields: [
      ...(body ? [field.body(body)] : []),
      ...(operation ? [field.operation(operation)] : []),
      ...(binding ? [field.binding(binding)] : []),
      ...(engine ? [field.engine(engine)] : []),
      ...(actor ? [field.actor(actor)] : []),
      ...(disposition ? [field.disposition(disposition)] : []),
    ],
    beginnings,
    ...(from && { from: Date.parse(from) }),
    ...(to && { to: Date.parse(to) }),
    isVoid: beginnings.length === 0 && text.trim() !== '',
  };
}

export const hasTime = ({ from, to }: Query): boolean => from !== undefined || to !== undefined;

/** Whether the index may name this entry as an answer. */
export function fits({ fields, beginnings, from = -Infinity, to = Infinity, isVoid }: Query, entry: Entry): boolean {
  if (isVoid || entry.at < from || entry.at > to) return false;
  const words = [...entry.words];
  return fields.every((named) => entry.fields.has(named)) && beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
}

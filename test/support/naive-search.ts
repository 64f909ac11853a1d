import fc from 'fast-check';
import { entryOf } from '../../electron/host/ledger/search/entry.ts';
import { dispositionSchema, type Receipt } from '../../shared/receipt.ts';
import { operationNames, type Operation } from '../../shared/operations.ts';
import type { ReceiptFilter } from '../../shared/receipt-filter.ts';
import { aBindingId, theEngine } from './builders.ts';

/** Every receipt that fits, newest first, by looking at each of them. */
export function naiveSearch(receipts: readonly Receipt[], filter: ReceiptFilter): readonly number[] {
  const operations = new Map(receipts.flatMap(({ body }) => (body.kind === 'intent' ? [[body.attempt, body.operation] as const] : [])));
  const operationOf = ({ body }: Receipt): Operation | undefined => ('attempt' in body ? operations.get(body.attempt) : undefined);
  return receipts.filter((receipt) => isMeant(receipt, operationOf(receipt), filter)).map(({ seq }) => seq).toReversed();
}

function isMeant(receipt: Receipt, operation: Operation | undefined, { body, operation: wanted, binding, engine, actor, disposition, from, to, text = '' }: ReceiptFilter): boolean {
  const { about } = receipt;
  const named = 'engine' in about ? about.engine : receipt.body.kind === 'observation' && receipt.body.fact === 'engine' ? receipt.body.value.engine : null;
  const words = [...entryOf(receipt, operation).words];
  return (
    (!body || receipt.body.kind === body) &&
    (!wanted || operation === wanted) &&
    (!binding || ('binding' in about && about.binding === binding)) &&
    (!engine || named === engine) &&
    (!actor || (actor.class === receipt.actor.class && (actor.id === undefined || actor.id === receipt.actor.id))) &&
    (!disposition || (receipt.body.kind === 'settlement' && receipt.body.disposition === disposition)) &&
    (!from || receipt.at >= from) &&
    (!to || receipt.at <= to) &&
    text.trim().toLowerCase().split(/\s+/).every((beginning) => beginning === '' || words.some((word) => word.startsWith(beginning)))
  );
}

const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> => fc.option(value, { nil: undefined, freq: 2 });

const typed = fc.array(
  fc.tuple(fc.constantFrom('create', 'volume', 'container', 'operator', 'reviewer', 'settled', 'observation', '201', '0000000000000000000000000a0003', 'nobody'), fc.integer({ min: 1, max: 34 })).map(([word, length]) => word.slice(0, length)),
  { minLength: 1, maxLength: 3 },
).map((words) => words.join(' '));

/** Filters that fit some of a random history: most of them name one or two things. */
export const filterWithin = (first: number, last: number): fc.Arbitrary<ReceiptFilter> => {
  const instant = fc.integer({ min: first - 1000, max: last + 1000 }).map((at) => new Date(at).toISOString() as NonNullable<ReceiptFilter['from']>);
  return fc.record({
    body: optional(fc.constantFrom('intent' as const, 'settlement' as const, 'observation' as const, 'decision' as const)),
    operation: optional(fc.constantFrom(...operationNames)),
    binding: optional(fc.integer({ min: 1, max: 4 }).map(aBindingId)),
    engine: optional(fc.constant(theEngine)),
    actor: optional(fc.constantFrom({ class: 'adm' as const }, { class: 'atm' as const, id: 'console' }, { class: 'agt' as const })),
    disposition: optional(fc.constantFrom(...dispositionSchema.options)),
    from: optional(instant),
    to: optional(instant),
    text: optional(typed),
  });
};

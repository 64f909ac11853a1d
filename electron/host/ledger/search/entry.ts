import { assertNever } from '../../../../shared/assert-never.ts';
import { describeEvidence, describeReceipt } from '../../../../shared/describe-receipt.ts';
import { labelOf, type Operation } from '../../../../shared/operations.ts';
import type { Actor, Body, Receipt } from '../../../../shared/receipt.ts';
import type { Ref } from '../../../../shared/reference.ts';
import { wordsOf } from './words.ts';

/** Raised with every change to what an entry holds: an index of another version is made anew. */
export const indexVersion = 1;

/** What a receipt is found by. */
export interface Entry {
  readonly seq: number;
  readonly at: number;
  /** Named values that have to fit exactly. */
  readonly fields: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

export const field = {
  body: (kind: Body['kind']) => `body:${kind}`,
  operation: (operation: Operation) => `operation:${operation}`,
  binding: (binding: string) => `binding:${binding}`,
  engine: (engine: string) => `engine:${engine}`,
  actor: ({ class: kind, id }: { readonly class: Actor['class']; readonly id?: string | undefined }) => (id === undefined ? `class:${kind}` : `actor:${kind}:${id}`),
  disposition: (disposition: string) => `disposition:${disposition}`,
} as const;

/** `operation` is that of the receipt's attempt: a settlement does not name it. */
export function entryOf(receipt: Receipt, operation?: Operation): Entry {
  return {
    seq: receipt.seq,
    at: Date.parse(receipt.at),
    fields: new Set(fieldsOf(receipt, operation)),
    words: new Set(textsOf(receipt, operation).flatMap(wordsOf)),
  };
}

/** A receipt that cannot be read has its place, and is found by nothing. */
export const unreadableEntry = (seq: number): Entry => ({ seq, at: 0, fields: new Set(), words: new Set() });

function fieldsOf({ about, actor, body }: Receipt, operation: Operation | undefined): readonly string[] {
  return [
    field.body(body.kind),
    field.actor(actor),
    field.actor({ class: actor.class }),
    ...(operation ? [field.operation(operation)] : []),
    ...('binding' in about ? [field.binding(about.binding)] : []),
    ...enginesOf(about, body).map(field.engine),
    ...(body.kind === 'settlement' ? [field.disposition(body.disposition)] : []),
  ];
}

/** An engine is named by what is on it, and by the look that found it at an endpoint. */
function enginesOf(about: Ref, body: Body): readonly string[] {
  if ('engine' in about) return [about.engine];
  return body.kind === 'observation' && body.fact === 'engine' && body.value.engine !== null ? [body.value.engine] : [];
}

function textsOf(receipt: Receipt, operation: Operation | undefined): readonly string[] {
  const { id, about, actor, approval = '', body } = receipt;
  return [id, approval, actor.id, ...namesIn(about), describeReceipt(receipt).says, body.kind, ...(operation ? [labelOf(operation)] : []), ...textsOfBody(body)];
}

function textsOfBody(body: Body): readonly string[] {
  switch (body.kind) {
    case 'intent': return [body.attempt, body.params];
    case 'settlement': return [body.attempt, body.disposition, ...body.evidence.map(describeEvidence)];
    case 'observation': return [body.fact, body.source, ...textsIn(body.value)];
    case 'decision': return [body.subject];
    default: return assertNever(body);
  }
}

const namesIn = (about: Ref): readonly string[] => Object.values(about).filter((name) => name !== undefined);

/** Every text of a fact's value but times, which are looked for by the clock. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return isTime(value) ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text);

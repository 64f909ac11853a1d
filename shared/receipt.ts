import { z } from 'zod';
import { approvalSchema } from './approval.ts';
import { factNames, factValues, type Fact, type FactValue } from './facts.ts';
import { attemptIdSchema, digestSchema, executionIdSchema, instantSchema, receiptIdSchema } from './ids.ts';
import { operationNames } from './operations.ts';
import { refSchema } from './reference.ts';

const count = z.number().int().safe().nonnegative();

/** Operator, agent, or the console acting by itself. */
export const actorSchema = z.strictObject({ class: z.enum(['adm', 'agt', 'atm']), id: z.string().min(1).max(100) });

/** What settled an attempt: an answer that fits its schema, or something read afterwards. */
export const evidenceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('answer'), status: count, id: z.string().max(255).optional() }),
  z.strictObject({ kind: z.literal('reading'), of: z.string().max(300), found: z.string().max(500), at: instantSchema, id: z.string().max(255).optional() }),
  z.strictObject({ kind: z.literal('bytes'), of: z.string().max(4096), digest: digestSchema, bytes: count }),
]);

export const dispositionSchema = z.enum(['applied', 'no_op', 'refused', 'not_applied']);

const intentSchema = z.strictObject({
  kind: z.literal('intent'),
  attempt: attemptIdSchema,
  operation: z.enum(operationNames),
  params: digestSchema,
  epoch: count,
  deadline: instantSchema,
});

const settlementSchema = z.strictObject({
  kind: z.literal('settlement'),
  attempt: attemptIdSchema,
  authorEpoch: count,
  disposition: dispositionSchema,
  evidence: z.array(evidenceSchema).min(1).max(50),
});

/** `value` is checked against the fact's own schema by `parseBody`. */
const observationSchema = z.strictObject({
  kind: z.literal('observation'),
  fact: z.enum(factNames),
  value: z.unknown(),
  source: z.string().min(1).max(300),
});

const decisionSchema = z.strictObject({
  kind: z.literal('decision'),
  decision: z.enum([
    'approve', 'deny', 'revoke', 'waive', 'attach', 'transfer', 'release', 'accept_finding',
    'choose_fallback', 'close_attempt', 'reanchor', 'enrol_key', 'retire_key',
  ]),
  subject: digestSchema,
  /** Whose result was given up: null where nothing had begun. Older receipts do not say so. */
  execution: executionIdSchema.nullable().exactOptional(),
  /** The signed object that decided, where the decision needs one. */
  approval: approvalSchema.optional(),
});

const bodySchema = z
  .discriminatedUnion('kind', [intentSchema, settlementSchema, observationSchema, decisionSchema])
  .superRefine((body, context) => {
    if (body.kind !== 'observation') return;
    const value = factValues[body.fact].safeParse(body.value);
    if (value.success) return;
    for (const issue of value.error.issues) {
      context.addIssue({ code: 'custom', path: ['value', ...issue.path], message: `${body.fact}: ${issue.message}` });
    }
  });

/** One line of the ledger: the only thing that is ever written. */
export const receiptSchema = z.strictObject({
  v: z.literal(1),
  seq: count.positive(),
  id: receiptIdSchema,
  /** The console's clock. Order is by `seq`, never by time. */
  at: instantSchema,
  /** The engine's clock, where the engine said it. */
  engineAt: instantSchema.optional(),
  actor: actorSchema,
  about: refSchema,
  approval: z.string().regex(/^[0-9a-f]{32}$/).optional(),
  body: bodySchema,
});

export type Actor = z.infer<typeof actorSchema>;
export type Evidence = z.infer<typeof evidenceSchema>;
export type Disposition = z.infer<typeof dispositionSchema>;
export type Intent = z.infer<typeof intentSchema>;
export type Settlement = z.infer<typeof settlementSchema>;
export type Observation = {
  [F in Fact]: { readonly kind: 'observation'; readonly fact: F; readonly value: FactValue<F>; readonly source: string };
}[Fact];
export type Decision = z.infer<typeof decisionSchema>;
export const decisionNames = decisionSchema.shape.decision.options;
export type Body = Intent | Settlement | Observation | Decision;
export type Receipt = Omit<z.infer<typeof receiptSchema>, 'body'> & { readonly body: Body };

/** Reads a receipt, or throws with the path of what does not fit. */
export const parseReceipt = (value: unknown): Receipt => receiptSchema.parse(value) as Receipt;

/** The operator at the window and the console itself: the two actors there are before agents are let in. */
export const operator: Actor = { class: 'adm', id: 'operator' };
export const consoleItself: Actor = { class: 'atm', id: 'console' };

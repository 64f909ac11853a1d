import { z } from 'zod';
import { bindingIdSchema, engineIdSchema, instantSchema } from './ids.ts';
import { operationNames } from './operations.ts';
import { actorSchema, dispositionSchema } from './receipt.ts';

/** Which receipts are looked for: those that fit everything named here. */
export const receiptFilterSchema = z.strictObject({
  body: z.enum(['intent', 'settlement', 'observation', 'decision']).optional(),
  /** Of a settlement: what was asked. */
  operation: z.enum(operationNames).optional(),
  binding: bindingIdSchema.optional(),
  engine: engineIdSchema.optional(),
  /** Without an id: any of its class. */
  actor: z.strictObject({ class: actorSchema.shape.class, id: actorSchema.shape.id.optional() }).optional(),
  disposition: dispositionSchema.optional(),
  /** Inclusive, by the console's clock. */
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  /** Words, or beginnings of words, that all have to be there. */
  text: z.string().max(200).optional(),
});

export type ReceiptFilter = z.infer<typeof receiptFilterSchema>;

/** Which receipts a bundle is to hold; `binding`: what tells of one worker, with the document that follows from it; `segmentFrom`: an archive of all from there to the newest checkpoint. */
export const bundleChoiceSchema = z.union([z.strictObject({ binding: bindingIdSchema }), z.strictObject({ receipts: z.array(z.int().positive()).min(1).max(1000) }), z.strictObject({ filter: receiptFilterSchema }), z.strictObject({ segmentFrom: z.int().positive() })]);

export type BundleChoice = z.infer<typeof bundleChoiceSchema>;

export const isFiltered = ({ text, ...named }: ReceiptFilter): boolean => (text ?? '').trim() !== '' || Object.values(named).some((value) => value !== undefined);

/** How far the receipts are indexed: what is not can not be found yet. */
export type IndexState =
  | { readonly state: 'whole' }
  | { readonly state: 'filling'; readonly done: number; readonly total: number }
  /** Filling it was cancelled. */
  | { readonly state: 'stopped'; readonly done: number; readonly total: number }
  | { readonly state: 'failed'; readonly says: string };

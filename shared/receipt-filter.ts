import { z } from 'zod';
import { bindingIdSchema, attemptIdSchema } from './ids.ts';

export const receiptFilterSchema = z.strictObject({
  body: z.enum(['intent', 'settlement', 'observation', 'decision']).optional(),
  binding: bindingIdSchema.optional(),
  attempt: attemptIdSchema.optional(),
});

export type ReceiptFilter = z.infer<typeof receiptFilterSchema>;

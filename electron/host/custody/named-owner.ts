import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { External, NamedOwner, TransferSource } from '../../../shared/external.ts';
import type { Json } from '../../../shared/json.ts';
import { digestOf } from '../ledger/digest.ts';
import type { Journal } from '../ledger/journal.ts';

const documentSchema = z.object({ owner: z.string() });

/** With a nonce: once the document is gone, its digest does not tell whom it named. */
export function fromOwner(owner: string): { readonly from: TransferSource; readonly document: Json } {
  const document = { owner, nonce: randomBytes(16).toString('hex') };
  return { from: { by: 'statement', named: digestOf(document) }, document };
}

export function namedOwner(journal: Pick<Journal, 'document'>, { custody }: External): { readonly named?: NamedOwner } {
  if (custody.kind !== 'transferred' || !('named' in custody.from)) return {};
  return { named: documentSchema.safeParse(journal.document(custody.from.named)).data?.owner ?? null };
}

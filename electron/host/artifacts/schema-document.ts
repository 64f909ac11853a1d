import { z } from 'zod';
import type { Digest } from '../../../shared/ids.ts';
import type { Json } from '../../../shared/json.ts';
import type { Journal } from '../ledger/journal.ts';

const documentSchema = z.strictObject({ jsonSchema: z.string() });

/** A JSON schema as it is kept: its own text, since its numbers may have no canonical text. */
export const schemaDocument = (text: string): Json => ({ jsonSchema: text });

/** Nothing where it is not kept any more. */
export function schemaText(journal: Journal, digest: Digest): string | undefined {
  return documentSchema.safeParse(journal.document(digest)).data?.jsonSchema;
}

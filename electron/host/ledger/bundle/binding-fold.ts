import { z } from 'zod';
import { bindingDocument, bindingDocumentText, type DocumentForm, type DocumentHead } from '../../../../shared/binding-document.ts';
import { AttemptsAbout } from '../../../../shared/fold-attempt.ts';
import { foldWorld } from '../../../../shared/fold-world.ts';
import { bindingIdSchema, type BindingId } from '../../../../shared/ids.ts';
import { parseReceipt } from '../../../../shared/receipt.ts';
import { emptyWorld } from '../../../../shared/world.ts';

/** The document about one worker that follows from a bundle's receipts, a line each and in their order; undefined where they do not tell of it. Throws where a line is no receipt. */
export async function foldDocument(lines: AsyncIterable<Uint8Array>, binding: BindingId, { origin, size }: DocumentHead, form?: DocumentForm): Promise<string | undefined> {
  let world = emptyWorld;
  const tries = new AttemptsAbout(binding);
  for await (const line of lines) {
    const receipt = parseReceipt(JSON.parse(Buffer.from(line).toString('utf8')));
    world = foldWorld(world, [receipt]);
    tries.add(receipt, world);
  }
  const document = bindingDocument(world, { binding, tries: tries.all, head: { origin, size }, form });
  return document === undefined ? undefined : bindingDocumentText(document);
}

const documentSchema = z.looseObject({ v: z.number().int(), binding: bindingIdSchema });

/** Which worker a document says that it is of, and in which form; undefined where it is no such document. */
export function readDocument(text: string): { readonly v: number; readonly binding: BindingId } | undefined {
  try {
    return documentSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

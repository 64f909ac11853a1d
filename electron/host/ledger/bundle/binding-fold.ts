import { z } from 'zod';
import { bindingDocument, bindingDocumentText, type DocumentHead } from '../../../../shared/binding-document.ts';
import { foldWorld } from '../../../../shared/fold-world.ts';
import { bindingIdSchema, type BindingId } from '../../../../shared/ids.ts';
import { parseReceipt } from '../../../../shared/receipt.ts';
import { emptyWorld, type World } from '../../../../shared/world.ts';

/** Folds a bundle's receipts, in their order, into the document about one worker. */
export class BindingFold {
  readonly #binding: BindingId;
  #world: World = emptyWorld;

  constructor(binding: BindingId) {
    this.#binding = binding;
  }

  /** The bytes of a receipt. Throws where they are not one. */
  add(bytes: Uint8Array): void {
    this.#world = foldWorld(this.#world, [parseReceipt(JSON.parse(Buffer.from(bytes).toString('utf8')))]);
  }

  /** Undefined where the receipts do not tell of that worker. */
  document({ origin, size }: DocumentHead): string | undefined {
    const document = bindingDocument(this.#world, this.#binding, { origin, size });
    return document === undefined ? undefined : bindingDocumentText(document);
  }
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

/** The form of document that this build makes. */
export const documentForm = 1;

import { brokenEntry, type BundleHead } from './bundle-head.ts';
import { formOf } from '../../../../shared/binding-document.ts';
import { foldDocument, readDocument } from './binding-fold.ts';
import { linesIn } from './bundle-lines.ts';
import { bundleNames } from './bundle-names.ts';
import type { ZipReader } from './zip-reader.ts';
import type { Finding } from '../verify/store-report.ts';

const longestDocument = 64 * 1024 * 1024;

/** Folds the receipts of a bundle, which were found whole, once more, and compares what follows from them with its document. */
export async function verifyDocument(zip: ZipReader, { checkpoint }: BundleHead): Promise<{ readonly finding?: Finding; readonly note?: string }> {
  const bytes = await zip.read(bundleNames.binding, longestDocument);
  if (!bytes) return broken('its bytes are not those of its checksum');
  const text = bytes.toString('utf8');
  const document = readDocument(text);
  if (!document) return broken('it is not a document about a binding');
  const form = formOf(document.v);
  if (form === undefined) return { note: `${bundleNames.binding} is of form ${document.v}, which this build does not know: whether it follows from the receipts is not checked.` };
  const follows = await foldDocument(linesIn(zip, bundleNames.receipts), document.binding, checkpoint, form);
  return follows === text ? {} : broken('it is not what follows from the receipts with it');
}

function broken(rule: string): { readonly finding?: Finding } {
  const read = brokenEntry(bundleNames.binding, rule);
  return read.ok ? {} : { finding: read.finding };
}

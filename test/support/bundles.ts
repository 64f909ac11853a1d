import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleNames, proofName } from '../../electron/host/ledger/bundle/bundle-names.ts';
import { makeBundle, type BundleChoice } from '../../electron/host/ledger/bundle/make-bundle.ts';
import { ZipReader } from '../../electron/host/ledger/bundle/zip-reader.ts';
import { ZipWriter } from '../../electron/host/ledger/bundle/zip-writer.ts';
import type { Ledger } from '../../electron/host/ledger/ledger.ts';
import { aTemporaryFolder } from './temporary-folder.ts';

export async function bundleBytes(ledger: Ledger, choice: BundleChoice): Promise<Buffer> {
  const bundle = makeBundle(ledger.db, choice);
  if (!bundle.ok) throw new TypeError(bundle.refusal.says);
  const pieces: Uint8Array[] = [];
  for await (const piece of bundle.value.bytes()) pieces.push(piece);
  return Buffer.concat(pieces);
}

export function bundleFile(bytes: Uint8Array): string {
  const file = path.join(aTemporaryFolder(), 'bundle.zip');
  writeFileSync(file, bytes);
  return file;
}

/** The entries of a bundle, for somebody to change and to put together again. */
export async function entriesOf(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = await ZipReader.open(bundleFile(bytes), () => true);
  const entries = new Map<string, string>();
  for (const name of zip.names) entries.set(name, (await zip.read(name, 1e9))?.toString('utf8') ?? '');
  await zip.close();
  return entries;
}

export function zipOf(entries: ReadonlyMap<string, string>): Buffer {
  const zip = new ZipWriter();
  const parts = [...entries].map(([name, text]) => zip.whole(name, text));
  return Buffer.concat([...parts, zip.end()]);
}

/** The bundle again, with checksums that fit, after its entries were changed. */
export async function withEntries(bytes: Uint8Array, change: (entries: Map<string, string>) => void): Promise<Buffer> {
  const entries = await entriesOf(bytes);
  change(entries);
  return zipOf(entries);
}

export const changeEntry = (name: string, change: (text: string) => string) => (entries: Map<string, string>) => void entries.set(name, change(entries.get(name) ?? ''));

export const changeLines = (change: (lines: string[]) => string[]) =>
  changeEntry(bundleNames.receipts, (text) => change(text.trimEnd().split('\n')).map((line) => `${line}\n`).join(''));

export const changeProof = (seq: number, change: (text: string) => string) => changeEntry(proofName(seq), change);

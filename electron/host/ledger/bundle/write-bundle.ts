import { constants } from 'node:fs';
import { copyFile, link, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { WrittenBundle } from '../../../../shared/bridge-values.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { openDatabase } from '../verify/open-database.ts';
import { makeArchive } from './make-archive.ts';
import { makeBundle, type Bundle } from './make-bundle.ts';

export interface BundleJob {
  /** The ledger's database. */
  readonly file: string;
  readonly content: { readonly kind: 'receipts'; readonly receipts: readonly number[] } | { readonly kind: 'segment'; readonly from: number };
  /** An existing folder. */
  readonly folder: string;
  /** A path in that folder where nothing is: what is not whole yet lies there. */
  readonly unfinished: string;
}

/** Makes a bundle or an archive out of the database and puts it into the folder, under a name that nothing there has. */
export async function writeBundle({ file, content, folder, unfinished }: BundleJob, onProgress: (receipts: number) => void): Promise<Result<WrittenBundle>> {
  const { db, close } = await openDatabase(file);
  try {
    const bundle = content.kind === 'segment' ? makeArchive(db, { from: content.from, onReceipts: onProgress }) : makeBundle(db, { receipts: content.receipts, onProof: onProgress });
    if (!bundle.ok) return bundle;
    const bytes = await writeBytes(unfinished, bundle.value);
    const place = await publish(unfinished, path.join(folder, bundle.value.fileName));
    return ok({ file: place, receipts: bundle.value.receipts, size: bundle.value.size, bytes });
  } finally {
    close();
    await rm(unfinished, { force: true });
  }
}

async function writeBytes(place: string, bundle: Bundle): Promise<number> {
  const handle = await open(place, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const piece of bundle.bytes()) bytes += (await handle.write(piece)).bytesWritten;
    await handle.sync();
    return bytes;
  } finally {
    await handle.close();
  }
}

/** Another bundle of the same size may be there: it stays, and this one gets the next number. */
async function publish(finished: string, wanted: string): Promise<string> {
  const { dir, name, ext } = path.parse(wanted);
  for (let number = 1; ; number += 1) {
    const place = number === 1 ? wanted : path.join(dir, `${name}-${number}${ext}`);
    try {
      await linkOrCopy(finished, place);
      return place;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** Not every file system has second names. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

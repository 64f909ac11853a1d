import { open } from 'node:fs/promises';
import type { BindingId, Digest } from '../../../../shared/ids.ts';
import { ok, type Result } from '../../../../shared/result.ts';
import { startDigest } from '../digest.ts';
import { openDatabase } from '../verify/open-database.ts';
import { makeArchive } from './make-archive.ts';
import { makeBundle, type Bundle } from './make-bundle.ts';

export interface BundleJob {
  /** The ledger's database. */
  readonly file: string;
  readonly content: { readonly kind: 'receipts'; readonly receipts: readonly number[]; readonly binding?: BindingId } | { readonly kind: 'segment'; readonly from: number };
  /** Where nothing is, in an existing folder. Left there whatever comes of it: who asked publishes it, or removes it. */
  readonly staged: string;
}

export interface StagedBundle extends Pick<Bundle, 'fileName' | 'receipts' | 'size'> {
  readonly bytes: number;
  readonly digest: Digest;
}

/** Makes a bundle or an archive out of the database, whole and durable before it goes anywhere. */
export async function stageBundle({ file, content, staged }: BundleJob, onProgress: (receipts: number) => void): Promise<Result<StagedBundle>> {
  const { db, close } = await openDatabase(file);
  try {
    const bundle = content.kind === 'segment' ? makeArchive(db, { from: content.from, onReceipts: onProgress }) : makeBundle(db, { receipts: content.receipts, ...(content.binding && { binding: content.binding }), onProof: onProgress });
    if (!bundle.ok) return bundle;
    const { fileName, receipts, size } = bundle.value;
    return ok({ fileName, receipts, size, ...(await write(staged, bundle.value)) });
  } finally {
    close();
  }
}

async function write(place: string, bundle: Bundle): Promise<{ readonly bytes: number; readonly digest: Digest }> {
  const handle = await open(place, 'wx', 0o600);
  try {
    const digest = startDigest();
    let bytes = 0;
    for await (const piece of bundle.bytes()) {
      digest.add(piece);
      bytes += (await handle.write(piece)).bytesWritten;
    }
    await handle.sync();
    return { bytes, digest: digest.finish() };
  } finally {
    await handle.close();
  }
}

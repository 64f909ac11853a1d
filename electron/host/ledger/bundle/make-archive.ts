import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { refusal } from '../../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../../shared/result.ts';
import { leafHash } from '../digest.ts';
import { GrowingTree } from '../growing-tree.ts';
import { LedgerDamagedError } from '../ledger-errors.ts';
import type { StoredReceipt } from '../receipt-pages.ts';
import { verifierText } from '../signed-note.ts';
import { fingerprintOfVerifier } from '../verify/signers.ts';
import { archiveReadme } from './archive-readme.ts';
import { archiveFileName, bundleNames } from './bundle-names.ts';
import { edgeText } from './edge-text.ts';
import type { Bundle } from './make-bundle.ts';
import { newestCheckpoint, type Sealed } from './newest-checkpoint.ts';
import { ZipWriter } from './zip-writer.ts';

export interface ArchiveChoice {
  /** The first receipt of the segment; it ends where the newest checkpoint was signed. */
  readonly from: number;
  /** Told how many receipts are read: every one is read twice. */
  readonly onReceipts?: (receipts: number) => void;
}

interface Segment extends Sealed, ArchiveChoice {
  readonly db: Database;
}

/** A whole sealed segment in one file that verifies by itself: its receipts, the tree before them, the checkpoint at their end. */
export function makeArchive(db: Database, choice: ArchiveChoice): Result<Bundle> {
  const sealed = newestCheckpoint(db);
  if (!sealed.ok) return sealed;
  const { origin, size } = sealed.value.checkpoint;
  if (!Number.isSafeInteger(choice.from) || choice.from < 1 || choice.from > size) {
    return refused(refusal('bad_input', `No sealed segment begins at ${choice.from}.`, `Choose a receipt from 1 to ${size}, where the newest checkpoint was signed.`));
  }
  const segment = { ...sealed.value, ...choice, db };
  return ok({ fileName: archiveFileName(origin, choice.from, size), receipts: size - choice.from + 1, size, bytes: () => bytesOf(segment) });
}

async function* bytesOf(segment: Segment): AsyncGenerator<Uint8Array> {
  const { from, checkpoint: { origin, size }, verifier, note, tree } = segment;
  const zip = new ZipWriter();
  yield zip.whole(bundleNames.readme, archiveReadme({ from, to: size, origin, signer: fingerprintOfVerifier(verifier) }));
  yield zip.whole(bundleNames.verifier, `${verifierText(verifier)}\n`);
  yield zip.whole(bundleNames.checkpoint, note);
  yield zip.whole(bundleNames.edge, edgeText(tree.rangeAt(from - 1)));
  yield zip.begin({ name: bundleNames.receipts, ...(await sumOfLines(segment)) });
  for await (const { lines } of blocksOf(segment)) yield lines;
  yield zip.end();
}

/** A header says how long its entry is before the first byte of it. Nothing is written of a segment that is not the sealed one. */
async function sumOfLines(segment: Segment): Promise<{ readonly size: number; readonly crc: number }> {
  const { from, checkpoint, tree } = segment;
  const grown = new GrowingTree(tree.rangeAt(from - 1));
  let [size, crc] = [0, 0];
  for await (const { lines, receipts } of blocksOf(segment)) {
    for (const { bytes } of receipts) grown.add(leafHash(bytes));
    [size, crc] = [size + lines.length, crc32(lines, crc)];
  }
  if (grown.size !== checkpoint.size || Buffer.compare(grown.root, checkpoint.root) !== 0) throw new LedgerDamagedError('The receipts are not those that were sealed. Verify the ledger to see what is still trustworthy.');
  return { size, crc };
}

const receiptsInABlock = 1000;
const newline = Buffer.from('\n');

async function* blocksOf({ db, from, checkpoint, onReceipts }: Segment): AsyncGenerator<{ readonly lines: Buffer; readonly receipts: readonly StoredReceipt[] }> {
  const read = db.prepare('SELECT seq, bytes, leaf FROM receipts WHERE seq >= ? AND seq < ? ORDER BY seq');
  for (let next = from; next <= checkpoint.size; next += receiptsInABlock) {
    const end = Math.min(next + receiptsInABlock, checkpoint.size + 1);
    const receipts = read.all(next, end) as StoredReceipt[];
    yield { lines: Buffer.concat(receipts.flatMap(({ bytes }) => [bytes, newline])), receipts };
    onReceipts?.(end - from);
    await setImmediate();
  }
}

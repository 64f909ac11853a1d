import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import type { BindingId } from '../../../../shared/ids.ts';
import { refusal } from '../../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../../shared/result.ts';
import { leafHash } from '../digest.ts';
import { LedgerDamagedError } from '../ledger-errors.ts';
import { rootFromInclusion } from '../merkle-proof.ts';
import type { StoredReceipt } from '../receipt-pages.ts';
import { verifierText } from '../signed-note.ts';
import { tlogProofText } from '../tlog-proof.ts';
import { fingerprintOfVerifier } from '../verify/signers.ts';
import { foldDocument } from './binding-fold.ts';
import { bindingFileName, bundleFileName, bundleNames, consistencyName, proofName } from './bundle-names.ts';
import { bundleReadme } from './bundle-readme.ts';
import { consistencyText } from './consistency-text.ts';
import { earlierCheckpoints, type EarlierCheckpoint } from './earlier-checkpoints.ts';
import { newestCheckpoint, type Sealed } from './newest-checkpoint.ts';
import { ZipWriter } from './zip-writer.ts';

export interface BundleChoice {
  /** By their places, in any order. */
  readonly receipts: Iterable<number>;
  /** A worker that the receipts tell of: the bundle then holds the document that follows from them. */
  readonly binding?: BindingId;
  /** Told how many proofs are made. */
  readonly onProof?: (proofs: number) => void;
}

export interface Bundle {
  readonly fileName: string;
  readonly receipts: number;
  /** What the checkpoint covers. */
  readonly size: number;
  /** The file, piece by piece; the same each time. Throws LedgerDamagedError before it would write a proof that does not hold. */
  bytes(): AsyncGenerator<Uint8Array>;
}

/** A file with more is a database by another name. */
export const mostReceiptsInBundle = 50_000;

interface Plan extends Sealed {
  readonly stored: (seq: number) => StoredReceipt;
  readonly seqs: readonly number[];
  readonly earlier: readonly EarlierCheckpoint[];
  readonly binding?: BindingId | undefined;
  readonly onProof?: ((proofs: number) => void) | undefined;
}

/** Chosen receipts with all that an outsider needs to verify them, under the newest checkpoint. */
export function makeBundle(db: Database, { receipts, binding, onProof }: BundleChoice): Result<Bundle> {
  const seqs = [...new Set(receipts)].toSorted((one, other) => one - other);
  const sealed = newestCheckpoint(db);
  if (!sealed.ok) return sealed;
  const problem = problemWith(seqs, sealed.value.checkpoint.size);
  if (problem) return problem;
  const earlier = earlierCheckpoints(db, sealed.value);
  return earlier.ok ? ok(bundleOf({ ...sealed.value, stored: readingStored(db), seqs, earlier: earlier.value, binding, onProof })) : earlier;
}

function problemWith(seqs: readonly number[], sealed: number): Result<never> | undefined {
  const [first = 0, last = 0] = [seqs[0], seqs.at(-1)];
  if (seqs.length === 0) return refused(refusal('bad_input', 'No receipt is chosen.', 'Choose at least one.'));
  if (!seqs.every(Number.isSafeInteger) || first < 1) return refused(refusal('bad_input', 'A receipt is chosen by a place that there is not.', 'Receipts are numbered from 1.'));
  if (seqs.length > mostReceiptsInBundle) return refused(refusal('too_large', `${seqs.length} receipts are more than a bundle holds (${mostReceiptsInBundle}).`, 'Choose fewer, or hand over the database: it can be verified too.'));
  return last > sealed ? refused(refusal('blocked', `Receipt ${last} is not sealed yet: the newest checkpoint was signed at ${sealed}.`, 'Seal the ledger, then export again.')) : undefined;
}

const bundleOf = (plan: Plan): Bundle => ({
  fileName: fileNameOf(plan),
  receipts: plan.seqs.length,
  size: plan.checkpoint.size,
  bytes: () => bytesOf(plan),
});

const fileNameOf = ({ checkpoint: { origin, size }, binding }: Plan): string => (binding ? bindingFileName(origin, binding, size) : bundleFileName(origin, size));

/** So many proofs are made before others get a turn. */
const atOnce = 100;

async function* bytesOf(plan: Plan): AsyncGenerator<Uint8Array> {
  const { seqs, checkpoint, verifier, note, earlier } = plan;
  const zip = new ZipWriter();
  const facts = { receipts: seqs.length, origin: checkpoint.origin, size: checkpoint.size, signer: fingerprintOfVerifier(verifier), ...(plan.binding && { binding: plan.binding }) };
  yield zip.whole(bundleNames.readme, bundleReadme({ ...facts, earlier: earlier.map(({ size }) => size) }));
  yield zip.whole(bundleNames.verifier, `${verifierText(verifier)}\n`);
  yield zip.whole(bundleNames.checkpoint, note);
  for (const one of earlier) yield zip.whole(consistencyName(one.size), consistencyText(one));
  yield zip.begin({ name: bundleNames.receipts, ...(await sumOfLines(plan)) });
  for await (const line of linesOf(plan)) yield line;
  if (plan.binding) yield zip.whole(bundleNames.binding, await documentOf(plan, plan.binding));
  for (const [index, seq] of seqs.entries()) {
    if (index % atOnce === 0) await setImmediate();
    yield zip.whole(proofName(seq), proofOf(plan, plan.stored(seq)));
    plan.onProof?.(index + 1);
  }
  yield zip.end();
}

async function* linesOf(plan: Plan): AsyncGenerator<Buffer> {
  for (const [index, seq] of plan.seqs.entries()) {
    if (index % atOnce === 0) await setImmediate();
    yield Buffer.concat([plan.stored(seq).bytes, newline]);
  }
}

/** Folded from the bundle's own receipts, as whoever verifies it folds them. */
async function documentOf(plan: Plan, binding: BindingId): Promise<string> {
  const text = await foldDocument(linesOf(plan), binding, plan.checkpoint);
  if (text === undefined) throw new LedgerDamagedError(`The receipts chosen do not tell of the binding ${binding}.`);
  return text;
}

const newline = Buffer.from('\n');

/** A header says how long its entry is and what it sums up to, before the first byte of it: the lines are read twice. */
async function sumOfLines(plan: Plan): Promise<{ readonly size: number; readonly crc: number }> {
  let [size, crc] = [0, 0];
  for await (const line of linesOf(plan)) [size, crc] = [size + line.length, crc32(line, crc)];
  return { size, crc };
}

function readingStored(db: Database): Plan['stored'] {
  const read = db.prepare('SELECT seq, bytes, leaf FROM receipts WHERE seq = ?');
  return (seq) => {
    const stored = read.get(seq) as StoredReceipt | undefined;
    if (!stored) throw new LedgerDamagedError(`Receipt ${seq} is missing. Verify the ledger to see what is still trustworthy.`);
    return stored;
  };
}

function proofOf({ tree, checkpoint, note }: Plan, { seq, bytes }: StoredReceipt): string {
  const index = seq - 1;
  const path = tree.inclusion(index, checkpoint.size);
  const root = rootFromInclusion(leafHash(bytes), index, checkpoint.size, path);
  if (!root || Buffer.compare(root, checkpoint.root) !== 0) throw new LedgerDamagedError(`Receipt ${seq} is not the one that was sealed. Verify the ledger to see what is still trustworthy.`);
  return tlogProofText({ index, path, checkpoint: note });
}

import { countText } from '../../../../shared/quantities.ts';
import { digestText, leafHash } from '../digest.ts';
import { rootFromInclusion } from '../merkle-proof.ts';
import { parseTlogProof } from '../tlog-proof.ts';
import type { Trust } from '../verify/anchors.ts';
import { ReceiptRules } from '../verify/receipt-rules.ts';
import { scanReceipt, whyNoReceipt } from '../verify/scan-receipt.ts';
import type { Finding, Report, Seal } from '../verify/store-report.ts';
import type { Watch } from '../verify/walk-receipts.ts';
import { brokenEntry, compareKept, parsed, readHead, readText, type BundleHead } from './bundle-head.ts';
import { bundleNames, isBundleName, proofName, seqOfProof } from './bundle-names.ts';
import { verifyDocument } from './verify-document.ts';
import { walkSegment, type LinesWalk } from './walk-segment.ts';
import { linesIn } from './bundle-lines.ts';
import { NotABundleError, ZipReader } from './zip-reader.ts';

/** Verifies a bundle out of its file alone. Throws NotABundleError where it is none. */
export async function verifyBundle(file: string, trust: Trust, watch: Watch = {}): Promise<Report> {
  const zip = await ZipReader.open(file, isBundleName);
  try {
    for (const name of needed) if (!zip.has(name)) throw new NotABundleError(`There is no ${name} in it.`);
    return await verifyOpened(zip, trust, watch);
  } finally {
    await zip.close();
  }
}

const needed = [bundleNames.readme, bundleNames.verifier, bundleNames.checkpoint, bundleNames.receipts];

async function verifyOpened(zip: ZipReader, trust: Trust, watch: Watch): Promise<Report> {
  const head = await readHead(zip, trust);
  if (!head.ok) return { verdict: 'broken', finding: head.finding, receipts: 0, seal: null, notes: [] };
  const kept = trust.kept.map((one) => compareKept(head.value, one));
  const rules = new ReceiptRules({ isPartial: true });
  const walk = zip.has(bundleNames.edge) ? await walkSegment(zip, head.value, rules, watch) : await walkLines(zip, head.value, rules, watch);
  const document = walk.finding || !zip.has(bundleNames.binding) ? {} : await verifyDocument(zip, head.value);
  const finding = kept.find((one) => one.finding)?.finding ?? walk.finding ?? document.finding ?? (await brokenReadme(zip));
  const found = { receipts: walk.receipts, seal: sealOf(head.value), notes: [...kept.flatMap(({ note }) => note ?? []), ...notesOn(rules), ...(document.note ? [document.note] : [])] };
  return finding ? { verdict: 'broken', finding, ...found } : { verdict: 'consistent', ...found };
}

const sealOf = ({ checkpoint: { size, root, origin }, signer }: BundleHead): Seal => ({ size, root: digestText(root), origin, signer: signer.fingerprint, isKnown: signer.isKnown });

async function brokenReadme(zip: ZipReader): Promise<Finding | undefined> {
  const readme = await readText(zip, bundleNames.readme);
  return readme.ok ? undefined : readme.finding;
}

function notesOn({ unchecked: { settlements, approvals } }: ReceiptRules): readonly string[] {
  return [
    ...(settlements > 0 ? [`${countText(settlements, 'settlement')} whose intent is not in the bundle: whether it was asked for is not checked.`] : []),
    ...(approvals > 0 ? [`${countText(approvals, 'approval')} whose key’s enrolment is not in the bundle: its signature is not checked.`] : []),
  ];
}

/** Every line is the receipt that the proof in its turn is of. */
async function walkLines(zip: ZipReader, head: BundleHead, rules: ReceiptRules, { onProgress, signal }: Watch): Promise<LinesWalk> {
  const expected = zip.names.flatMap((name) => seqOfProof(name) ?? []).toSorted((one, other) => one - other);
  const lines = linesIn(zip, bundleNames.receipts);
  let receipts = 0;
  for (let next = await lines.next(); ; next = await lines.next()) {
    signal?.throwIfAborted();
    if (next.done) return { receipts, ...brokenEnd(expected[receipts], next.value) };
    const seq = expected[receipts];
    if (seq === undefined) return { receipts, finding: { place: { kind: 'entry', name: bundleNames.receipts }, rule: 'it holds a line that no proof is of' } };
    const rule = await brokenLine(zip, head, seq, next.value, rules);
    if (rule !== undefined) return { receipts, finding: { place: { kind: 'receipt', seq }, rule } };
    receipts += 1;
    onProgress?.(receipts);
  }
}

function brokenEnd(missing: number | undefined, isWhole: boolean): { readonly finding?: Finding } {
  if (missing !== undefined) return { finding: { place: { kind: 'receipt', seq: missing }, rule: 'the receipt is missing' } };
  const broken = brokenEntry(bundleNames.receipts, 'its bytes are not those of its checksum');
  return isWhole || broken.ok ? {} : { finding: broken.finding };
}

async function brokenLine(zip: ZipReader, head: BundleHead, seq: number, bytes: Buffer, rules: ReceiptRules): Promise<string | undefined> {
  const text = await readText(zip, proofName(seq));
  const proof = text.ok ? parsed(() => parseTlogProof(text.value)) : undefined;
  if (!proof) return 'its proof is not one';
  if (proof.index !== seq - 1 || proof.checkpoint !== head.note) return 'its proof is of another place or under another checkpoint';
  const scan = scanReceipt(bytes);
  const root = rootFromInclusion(leafHash(bytes), proof.index, head.checkpoint.size, proof.path);
  if (!root || Buffer.compare(root, head.checkpoint.root) !== 0) return scan && scan.seq > seq ? 'the receipt is missing' : 'its bytes and its proof do not lead to what was signed';
  if (!scan) return whyNoReceipt(bytes);
  return scan.seq === seq ? rules.brokenBy(scan, bytes) : 'its bytes name another place in the order';
}

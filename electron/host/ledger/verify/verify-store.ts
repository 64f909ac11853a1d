import { countText } from '../../../../shared/quantities.ts';
import { originOf } from '../checkpoint-signer.ts';
import { rootOf } from '../compact-range.ts';
import { digestText } from '../digest.ts';
import { anchorsOf, brokenSignature, checkSignatures, isFaulty, type Anchor, type Anchors, type Trust } from './anchors.ts';
import { signersOf, type SignatureVerdict } from './signers.ts';
import type { Store } from './store.ts';
import type { Finding, ProofTable, Seal, StoreReport } from './store-report.ts';
import { walkReceipts, type Walk, type Watch } from './walk-receipts.ts';

/** Verifies a ledger against its own checkpoints and against what the reader knows. Pure but for what the store reads. */
export async function verifyStore(store: Store, trust: Trust, watch: Watch = {}): Promise<StoreReport> {
  const anchors = anchorsOf(store.checkpoints, trust.kept);
  const choice = { signers: signersOf(store.verifiers, trust.keys), isNamed: trust.keys.length > 0 };
  const [walk, signatures] = await Promise.all([walkReceipts(store, { list: anchors.list, isFaulty: (anchor) => isFaulty(anchor, choice) }, watch), checkSignatures(anchors.list, choice)]);
  const finding = firstFinding(findingsOf({ store, walk, anchors, signatures, isNamed: choice.isNamed }));
  const receipts = walk.range.size;
  const seal = newestSeal(walk, anchors.list, signatures, finding);
  const found = { receipts, root: digestText(rootOf(walk.range)), seal, notes: notesOn({ receipts, seal, isWhole: store.unread.length === 0 }) };
  return finding ? { verdict: 'broken', finding, ...found } : { verdict: 'consistent', ...found };
}

function notesOn({ receipts, seal, isWhole }: { readonly receipts: number; readonly seal: Seal | null; readonly isWhole: boolean }): readonly string[] {
  const unsealed = receipts - (seal?.size ?? 0);
  if (!seal) return [isWhole ? 'No signature covers any of it.' : 'No signature over any of it could be checked.'];
  return unsealed === 0 ? [] : [`${countText(unsealed, 'receipt')} after that, covered by no signature ${isWhole ? 'yet' : 'that could be read'}.`];
}

/** A finding, and how many receipts come before what it is about. */
interface Placed {
  readonly finding: Finding;
  readonly after: number;
}

interface Seen {
  readonly store: Store;
  readonly walk: Walk;
  readonly anchors: Anchors;
  readonly signatures: readonly SignatureVerdict[];
  /** The reader named the keys that count. */
  readonly isNamed: boolean;
}

function findingsOf({ store, walk, anchors, signatures, isNamed }: Seen): readonly Placed[] {
  const { finding } = walk;
  const placed: Placed[] = finding ? [{ finding: { place: finding.place, rule: finding.rule }, after: finding.anchor?.checkpoint.size ?? walk.range.size }] : [];
  if (anchors.finding) placed.push({ finding: anchors.finding, after: sizeOf(anchors.finding) });
  for (const name of store.unread) placed.push({ finding: { place: { kind: 'table', name }, rule: 'not all that is stored of them can be read' }, after: holdsUpTo(name, store) });
  for (const [index, anchor] of anchors.list.entries()) {
    const rule = brokenSignature(anchor.place, signatures[index], isNamed) ?? brokenAnchor(anchor, walk);
    if (rule !== undefined) placed.push({ finding: { place: anchor.place, rule }, after: anchor.checkpoint.size - 0.5 });
  }
  return placed;
}

/** Without the keys no signature tells anything; the subtrees are made from the receipts, which stand without them. */
function holdsUpTo(name: ProofTable, { checkpoints }: Store): number {
  switch (name) {
    case 'checkpoints': return checkpoints.at(-1)?.size ?? 0;
    case 'verifiers': return 0;
    case 'subtrees': return Infinity;
  }
}

function brokenAnchor({ checkpoint, place }: Anchor, { installation, range, finding }: Walk): string | undefined {
  if (installation !== null && checkpoint.origin !== originOf(installation)) return 'it is of another ledger';
  const isAhead = !finding && checkpoint.size > range.size;
  if (!isAhead) return undefined;
  const behind = `the ledger ends at ${range.size}`;
  return place.kind === 'kept' ? `${behind}: what came after was cut off, or an older copy was restored` : `${behind}, before the receipts that it covers`;
}

/** A checkpoint’s own fault comes before what it seems to show of receipts. */
const firstFinding = (placed: readonly Placed[]): Finding | undefined => placed.toSorted((one, other) => one.after - other.after)[0]?.finding;

const sizeOf = ({ place }: Finding): number => ('size' in place ? place.size : 0);

function newestSeal({ passed }: Walk, anchors: readonly Anchor[], signatures: readonly SignatureVerdict[], finding: Finding | undefined): Seal | null {
  for (let index = passed - 1; index >= 0; index -= 1) {
    const [anchor, signature] = [anchors[index], signatures[index]];
    if (!anchor || signature?.kind !== 'signed' || anchor.place === finding?.place) continue;
    const { size, root, origin } = anchor.checkpoint;
    return { size, root: digestText(root), origin, signer: signature.signer.fingerprint, isKnown: signature.signer.isKnown };
  }
  return null;
}

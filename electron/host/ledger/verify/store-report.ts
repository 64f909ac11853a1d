import type { KeyFingerprint } from '../../../../shared/approval.ts';
import { assertNever } from '../../../../shared/assert-never.ts';
import type { Digest } from '../../../../shared/ids.ts';
import { countText } from '../../../../shared/quantities.ts';

/** What is kept beside the receipts, and shows that they are what they were. */
export type ProofTable = 'checkpoints' | 'verifiers' | 'subtrees';

/** Where something does not hold. */
export type FindingPlace =
  | { readonly kind: 'receipt'; readonly seq: number }
  /** One of these: which, the proofs do not tell. */
  | { readonly kind: 'receipts'; readonly from: number; readonly to: number }
  | { readonly kind: 'checkpoint'; readonly size: number }
  /** A checkpoint that was kept outside: a mark, a copy, one that somebody was given. */
  | { readonly kind: 'kept'; readonly name: string; readonly size: number }
  | { readonly kind: 'table'; readonly name: ProofTable }
  | { readonly kind: 'entry'; readonly name: string };

export interface Finding {
  readonly place: FindingPlace;
  readonly rule: string;
}

/** A signed checkpoint that holds: everything up to its size is as it was when it was signed. */
export interface Seal {
  readonly size: number;
  readonly root: Digest;
  readonly origin: string;
  readonly signer: KeyFingerprint;
  /** The reader named this key. */
  readonly isKnown: boolean;
}

interface Found {
  /** How many receipts stand whole and in their order before anything that does not hold. */
  readonly receipts: number;
  /** The newest seal over no more than those; null where there is none. */
  readonly seal: Seal | null;
  /** What was not found, and what nobody could find. */
  readonly notes: readonly string[];
}

export type Report = Found & ({ readonly verdict: 'consistent' } | { readonly verdict: 'broken'; readonly finding: Finding });

/** Of a whole ledger; `root` is that over its `receipts`. */
export type StoreReport = Report & { readonly root: Digest };

const tables: Readonly<Record<ProofTable, string>> = {
  checkpoints: 'The checkpoints that are kept with it',
  verifiers: 'The keys of its checkpoints',
  subtrees: 'The subtrees that are kept of the receipts',
};

export function describePlace(place: FindingPlace): string {
  switch (place.kind) {
    case 'receipt': return `Receipt ${place.seq}`;
    case 'receipts': return place.from === place.to ? `Receipt ${place.from}` : `Receipts ${place.from} to ${place.to}`;
    case 'checkpoint': return `The checkpoint at ${place.size}`;
    case 'kept': return `${place.name}, made at ${place.size}`;
    case 'table': return tables[place.name];
    case 'entry': return `${place.name} in the bundle`;
    default: return assertNever(place);
  }
}

export const describeFinding = ({ place, rule }: Finding): string => `${describePlace(place)}: ${rule}.`;

const signerText = ({ isKnown }: Seal): string => (isKnown ? 'with the key you named' : 'with a key that you did not name');

/** What of a ledger may still be relied on, whatever else was found. */
export function describeTrust(report: Report): string {
  const { receipts, seal } = report;
  if (seal) return `Receipts 1 to ${seal.size} are as they were when the checkpoint at ${seal.size} was signed ${signerText(seal)}.`;
  if (receipts > 0 && report.verdict === 'broken' && report.finding.place.kind === 'table') return `${countText(receipts, 'receipt')} stand in their order and hash as they say, and no signature over them could be checked.`;
  return receipts === 0 ? 'Nothing of it can be relied on.' : `The ${countText(receipts, 'receipt')} before that stand in their order and hash as they say, and no signature covers them.`;
}

/** The same of a bundle, which shows its own receipts and no others. */
export function describeBundleTrust({ receipts, seal }: Report): string {
  if (!seal || receipts === 0) return 'Nothing of it can be relied on.';
  return `The first ${countText(receipts, 'receipt')} in it are as they were when the checkpoint at ${seal.size} was signed ${signerText(seal)}.`;
}

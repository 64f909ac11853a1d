import type { KeyFingerprint } from '../../../../shared/approval.ts';
import { parseCheckpoint, type Checkpoint } from '../checkpoint.ts';
import type { StoredCheckpoint } from '../checkpoint-table.ts';
import { MalformedNoteError, parseNote, type SignedNote } from '../signed-note.ts';
import { checkSignature, checkSignatureNow, type SignatureVerdict, type SignerChoice } from './signers.ts';
import type { Finding, FindingPlace } from './store-report.ts';

/** A checkpoint that a reader has from elsewhere: a mark, a copy, one of an earlier bundle. */
export interface KeptCheckpoint {
  /** What it is called in a report. */
  readonly name: string;
  readonly note: string;
}

/** What the reader knows by another road than from what is verified. */
export interface Trust {
  readonly keys: readonly KeyFingerprint[];
  readonly kept: readonly KeptCheckpoint[];
}

/** A checkpoint that the tree has to pass through. */
export interface Anchor {
  readonly checkpoint: Checkpoint;
  readonly note: SignedNote;
  readonly place: Extract<FindingPlace, { readonly kind: 'checkpoint' | 'kept' }>;
}

export interface Anchors {
  /** In the order of their sizes. */
  readonly list: readonly Anchor[];
  /** One that cannot even be read. */
  readonly finding?: Finding;
}

export function anchorsOf(stored: readonly StoredCheckpoint[], kept: readonly KeptCheckpoint[]): Anchors {
  const list: Anchor[] = [];
  let finding: Finding | undefined;
  for (const { size, note } of stored) {
    const place = { kind: 'checkpoint', size } as const;
    const anchor = anchorOf(note, () => place);
    if (anchor?.checkpoint.size === size) list.push(anchor);
    else finding ??= { place, rule: anchor ? 'it is stored under another size than its own' : 'it cannot be read' };
  }
  for (const { name, note } of kept) {
    const anchor = anchorOf(note, ({ size }) => ({ kind: 'kept', name, size }));
    if (anchor) list.push(anchor);
    else finding ??= { place: { kind: 'kept', name, size: 0 }, rule: 'it is not a signed checkpoint' };
  }
  list.sort((one, other) => one.checkpoint.size - other.checkpoint.size);
  return { list, ...(finding && { finding }) };
}

function anchorOf(text: string, placeOf: (checkpoint: Checkpoint) => Anchor['place']): Anchor | undefined {
  try {
    const checkpoint = parseCheckpoint(text);
    return { checkpoint, note: parseNote(text), place: placeOf(checkpoint) };
  } catch (error) {
    if (error instanceof MalformedNoteError) return undefined;
    throw error;
  }
}

/** So many at a time: each holds a place in the pool of threads. */
const atOnce = 64;

/** Who signed each of them, in their order. */
export async function checkSignatures(anchors: readonly Anchor[], choice: SignerChoice): Promise<readonly SignatureVerdict[]> {
  const verdicts: SignatureVerdict[] = [];
  for (let first = 0; first < anchors.length; first += atOnce) {
    const some = anchors.slice(first, first + atOnce);
    verdicts.push(...(await Promise.all(some.map(({ note, checkpoint }) => checkSignature(note, checkpoint.origin, choice)))));
  }
  return verdicts;
}

/** Whether its own signature is at fault, so that its root tells nothing of the receipts. */
export const isFaulty = ({ note, checkpoint, place }: Anchor, choice: SignerChoice): boolean =>
  brokenSignature(place, checkSignatureNow(note, checkpoint.origin, choice), choice.isNamed) !== undefined;

export function brokenSignature(place: Anchor['place'], signature: SignatureVerdict | undefined, isNamed: boolean): string | undefined {
  if (signature?.kind === 'forged') return 'its signature does not fit its key';
  if (signature?.kind !== 'unknown_signer') return undefined;
  if (isNamed) return 'it is not signed with the key that you named';
  // What a reader kept counts by having been kept.
  return place.kind === 'kept' ? undefined : 'the key of its signature is not kept with it';
}

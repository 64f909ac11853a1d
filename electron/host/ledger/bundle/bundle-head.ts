import { parseCheckpoint, type Checkpoint } from '../checkpoint.ts';
import { isConsistent } from '../merkle-proof.ts';
import { MalformedNoteError, parseNote } from '../signed-note.ts';
import type { KeptCheckpoint, Trust } from '../verify/anchors.ts';
import { checkSignature, signersOf, type Signer, type SignerChoice } from '../verify/signers.ts';
import type { Finding } from '../verify/store-report.ts';
import { bundleNames, isConsistencyName } from './bundle-names.ts';
import { parseConsistency } from './consistency-text.ts';
import type { ZipReader } from './zip-reader.ts';

/** What everything else in a bundle is compared with. */
export interface BundleHead {
  readonly checkpoint: Checkpoint;
  /** The signed checkpoint, verbatim: every proof repeats it. */
  readonly note: string;
  readonly signer: Signer;
  readonly choice: SignerChoice;
  /** Signed before, and shown to be what this one grew from. */
  readonly earlier: readonly Checkpoint[];
}

export type Read<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly finding: Finding };

const longestText = 64 * 1024;

export const brokenEntry = (name: string, rule: string): Read<never> => ({ ok: false, finding: { place: { kind: 'entry', name }, rule } });

export async function readText(zip: ZipReader, name: string): Promise<Read<string>> {
  const bytes = await zip.read(name, longestText);
  return bytes ? { ok: true, value: bytes.toString('utf8') } : brokenEntry(name, 'its bytes are not those of its checksum');
}

export async function readHead(zip: ZipReader, trust: Trust): Promise<Read<BundleHead>> {
  const [verifier, note] = [await readText(zip, bundleNames.verifier), await readText(zip, bundleNames.checkpoint)];
  if (!verifier.ok) return verifier;
  if (!note.ok) return note;
  const choice = { signers: signersOf([verifier.value.replace(/\n$/, '')], trust.keys), isNamed: trust.keys.length > 0 };
  if (choice.signers.length === 0) return brokenEntry(bundleNames.verifier, 'it is not the text of a public key');
  const signed = await signedCheckpoint(note.value, choice);
  if (!signed.ok) return brokenEntry(bundleNames.checkpoint, signed.rule);
  const head = { ...signed, note: note.value, choice, earlier: [] };
  return withEarlier(zip, head);
}

type SignedCheckpoint = { readonly ok: true; readonly checkpoint: Checkpoint; readonly signer: Signer } | { readonly ok: false; readonly rule: string };

async function signedCheckpoint(text: string, choice: SignerChoice): Promise<SignedCheckpoint> {
  const checkpoint = parsed(() => parseCheckpoint(text));
  if (!checkpoint) return { ok: false, rule: 'it is not a signed checkpoint' };
  const signature = await checkSignature(parseNote(text), checkpoint.origin, choice);
  switch (signature.kind) {
    case 'signed': return { ok: true, checkpoint, signer: signature.signer };
    case 'forged': return { ok: false, rule: 'its signature does not fit its key' };
    case 'unknown_signer': return { ok: false, rule: choice.isNamed ? 'it is not signed with the key that you named' : 'it is not signed with the key that is with it' };
  }
}

async function withEarlier(zip: ZipReader, head: BundleHead): Promise<Read<BundleHead>> {
  const earlier: Checkpoint[] = [];
  for (const name of zip.names.filter(isConsistencyName)) {
    const one = await readEarlier(zip, name, head);
    if (!one.ok) return one;
    earlier.push(one.value);
  }
  return { ok: true, value: { ...head, earlier } };
}

async function readEarlier(zip: ZipReader, name: string, head: BundleHead): Promise<Read<Checkpoint>> {
  const text = await readText(zip, name);
  if (!text.ok) return text;
  const proof = parsed(() => parseConsistency(text.value));
  if (!proof) return brokenEntry(name, 'it is not a consistency proof');
  const earlier = await signedCheckpoint(proof.earlier, head.choice);
  if (!earlier.ok) return brokenEntry(name, `of its earlier checkpoint: ${earlier.rule}`);
  const isShown = earlier.checkpoint.origin === head.checkpoint.origin && isConsistent(earlier.checkpoint, head.checkpoint, proof.path);
  return isShown ? { ok: true, value: earlier.checkpoint } : brokenEntry(name, 'it does not show that the ledger grew from its earlier checkpoint');
}

/** Compares a checkpoint that the reader has with those of the bundle: a finding where they are of two ledgers, a note where the bundle tells nothing of it. */
export function compareKept({ checkpoint, earlier }: BundleHead, { name, note }: KeptCheckpoint): { readonly finding?: Finding; readonly note?: string } {
  const kept = parsed(() => parseCheckpoint(note));
  if (!kept) return { finding: { place: { kind: 'kept', name, size: 0 }, rule: 'it is not a signed checkpoint' } };
  const place = { kind: 'kept', name, size: kept.size } as const;
  if (kept.origin !== checkpoint.origin) return { finding: { place, rule: 'it is of another ledger' } };
  const same = [checkpoint, ...earlier].find((one) => one.size === kept.size);
  if (!same) return { note: `Whether the ledger grew from ${name}, made at ${kept.size}, the bundle does not show: ${kept.size > checkpoint.size ? 'ask for one made since that checkpoint' : 'it leads on from others, and the ledger’s database would show it'}.` };
  return Buffer.compare(same.root, kept.root) === 0 ? {} : { finding: { place, rule: 'two checkpoints of one size were signed over different receipts: the ledger was forked or rewritten' } };
}

export function parsed<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof MalformedNoteError) return undefined;
    throw error;
  }
}

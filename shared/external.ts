import type { Attempt } from './attempt.ts';
import type { Noted } from './binding.ts';
import type { AbsenceReading, FactValue, Fingerprint } from './facts.ts';
import type { BindingId, Digest, Endpoint, EngineId, Instant } from './ids.ts';
import type { Approval } from './approval.ts';
import type { ExternalRef, ResourceKind, ResourceRole } from './reference.ts';
import type { UnnamedAfter } from './unnamed-volumes.ts';

export type Proposal = FactValue<'proposed'>;
export type TransferSource = Extract<Proposal, { act: 'transfer' }>['from'];

interface Decided {
  readonly seq: number;
  readonly at: Instant;
}

/** What was given away with a signature, to whom, and the signed object itself: its file can be made again. */
export interface Released extends Decided {
  readonly to: string;
  readonly subject: Digest;
  readonly approval?: Approval;
  /** It was signed once more since, for the same receiver: subject and approval are of the last one. */
  readonly anew?: Decided;
}

/** A release that this console signed of something: each of them stays good until its own time is over. */
export interface OwnRelease {
  readonly seq: number;
  readonly subject: Digest;
}

/** With one more. */
export const withOwnRelease = (known: readonly OwnRelease[] | undefined, { seq, subject }: OwnRelease): readonly OwnRelease[] => [...(known ?? []), { seq, subject }];

/** It came back by a signed transfer: by that it is this console’s again, and not for the worker that had it. */
export interface Returned extends Decided {
  readonly from: TransferSource;
  /** It was given up since, as what was there could not be told from another. */
  readonly left?: Decided;
}

/** What it was before this console gave it away. */
export interface Former {
  readonly binding: BindingId;
  readonly role: ResourceRole;
}

export type ExternalCustody =
  /** Proposed at most: it is not ours, and nobody decided about it. */
  | { readonly kind: 'none' }
  | ({ readonly kind: 'attached' } & Decided)
  | ({ readonly kind: 'left' } & Decided)
  | ({ readonly kind: 'transferred'; readonly from: TransferSource; readonly subject: Digest } & Decided)
  | ({ readonly kind: 'released' } & Released);

/** Something on an engine that this console did not create, and knows by a decision about it. */
export interface External {
  readonly ref: ExternalRef;
  readonly endpoint: Endpoint;
  /** What identifies it, as it was when that was decided. */
  readonly identity: Fingerprint;
  /** What showed then that an application depends on it. */
  readonly signs: readonly string[];
  readonly custody: ExternalCustody;
  /** Takes effect with the decision of the same subject. */
  readonly proposal?: Proposal;
  /** The receipt of what was proposed last. */
  readonly proposed?: number;
  /** Only of what was given away from a worker of this console, and came back. */
  readonly former?: Former;
  /** All that this console signed of it. */
  readonly releases?: readonly OwnRelease[];
  readonly stop?: Attempt;
  readonly removal?: Attempt;
  readonly absent?: Noted<readonly AbsenceReading[]>;
  /** What became of the volumes that nobody named, of a container that is absent. */
  readonly unnamed?: UnnamedAfter;
}

export const externalKey = (engine: EngineId, resource: ResourceKind, id: string): string => `${engine} ${resource} ${id}`;

export const keyOfExternal = ({ engine, resource, id }: ExternalRef): string => externalKey(engine, resource, id);

/** Given to this console, and not yet verified absent. */
export const isTakenOver = ({ custody, absent }: External): boolean => custody.kind === 'transferred' && absent === undefined;

/** The same things, given away since then by a release that was signed once more. */
export const signedAnew = ({ to, seq, at }: Released, decided: Omit<Released, 'to' | 'anew'>): Released => ({ ...decided, to, seq, at, anew: { seq: decided.seq, at: decided.at } });

/** The receipt of a release's last signature. */
export const signatureOf = ({ seq, anew }: Pick<Released, 'seq' | 'anew'>): number => anew?.seq ?? seq;

/** Orders releases, the last one first; of one that was signed once more, its last signature. */
export const lastSigned = (one: Released, other: Released): number => other.seq - one.seq || signatureOf(other) - signatureOf(one);

export const lastReleaseOf = (releases: readonly Released[]): Released | undefined => releases.toSorted(lastSigned)[0];

/** Given away, and not back. */
export interface AwayThing {
  readonly resource: ResourceKind;
  readonly name: string;
  readonly released: Released;
}

/** Those that the last signature names: all, unless some were not there as recorded when it was signed once more. */
export function namedLast(away: readonly AwayThing[]): readonly AwayThing[] {
  const last = lastReleaseOf(away.map(({ released }) => released));
  return away.filter(({ released }) => released.anew?.seq === last?.anew?.seq);
}

/** All of them, each once, in this order. */
export const receiversText = (releases: readonly Pick<Released, 'to'>[]): string => [...new Set(releases.map(({ to }) => receiverText(to)))].join(' and ');

/** To whom and when, for people. */
export const releaseOfExternal = ({ to, at }: Pick<Released, 'to' | 'at'>): string => `it was released to ${receiverText(to)} on ${at.slice(0, 10)}`;

/** The same of what a worker had, also where it came back. */
export function releaseOfFormer(released: Pick<Released, 'to' | 'at'>, returned: Pick<Returned, 'at' | 'left'> | undefined): string {
  if (!returned) return releaseOfExternal(released);
  const back = `taken over again on ${returned.at.slice(0, 10)}`;
  return `${releaseOfExternal(released)}, ${returned.left ? `${back}, and left on ${returned.left.at.slice(0, 10)}` : `and ${back}`}`;
}

/** What is done about it then, and by whom. */
export function todoOfFormer(returned: Pick<Returned, 'left'> | undefined): string {
  if (!returned) return 'Whoever has it now changes it, or gives it back with a release.';
  return returned.left ? 'It was left, and is not this console’s: whoever has it changes it.' : 'It is taken back on its own page, under its engine.';
}

export const receiverText = (to: string): string => (to === 'anyone' ? 'whoever holds the release' : `the console ${to.slice(0, 8)}`);

/** Whom the operator named: null where that is not kept any more. */
export type NamedOwner = string | null;

/** Who gave it, in a few words: whose word stands behind that is never left out. `named` was looked up, or is left out where nothing is. */
export function sourceText(from: TransferSource, named?: NamedOwner): string {
  switch (from.by) {
    case 'release': return `the console ${from.installation.slice(0, 8)}, by its signed release`;
    case 'statement': return `${'owner' in from ? from.owner : ownerText(named)}, by the operator’s own signed statement`;
  }
}

function ownerText(named: NamedOwner | undefined): string {
  if (named === undefined) return 'whom the operator named';
  return named ?? 'an owner whose name is not kept any more';
}

import { wasEnded, type Attempt } from './attempt.ts';
import { lastSigned, type AwayThing, type OwnRelease, type Proposal, type Released, type Returned } from './external.ts';
import type { AbsenceReading, FactValue, Fingerprint, Reading, Rung, RungState } from './facts.ts';
import type { AttemptId, BindingId, Digest, ExecutionId, Instant } from './ids.ts';
import type { ResourceKind, ResourceRole } from './reference.ts';
import type { UnnamedAfter } from './unnamed-volumes.ts';
import type { LaunchRequest, WorkerSpec } from './worker-spec.ts';

/** Something written in the ledger, and where. */
export interface Noted<Value> {
  readonly value: Value;
  readonly seq: number;
  readonly at: Instant;
}

/** A container, volume or network of a worker. `created` of an applied attempt makes it ours; labels do not. */
export interface Resource {
  readonly role: ResourceRole;
  readonly kind: ResourceKind;
  readonly name: string;
  readonly creation?: Attempt;
  /** Delivery of its folders (and the launch gate) at the end of the preparation: volumes only. */
  readonly layout?: Attempt;
  /** Its creation was closed as not applied, and happened after that. */
  readonly late?: Noted<FactValue<'late_effect'>>;
  readonly present?: Noted<Fingerprint>;
  readonly stop?: Attempt;
  readonly removal?: Attempt;
  readonly absent?: Noted<readonly AbsenceReading[]>;
  /** What became of the volumes that nobody named, of a container that is absent. */
  readonly unnamed?: UnnamedAfter;
  /** Given away with a signature: not ours any more, whatever its labels say. */
  readonly released?: Released;
  /** All releases of it that this console signed. */
  readonly releases?: readonly OwnRelease[];
  /** Given away, and back by a signed transfer since: what was asked and seen of it after that stands here too. */
  readonly returned?: Returned;
}

export interface Projection {
  readonly manifest: Digest;
  readonly staged: Noted<FactValue<'staged'>>;
  readonly deliveries: readonly Attempt[];
  readonly delivered?: Noted<FactValue<'delivered'>>;
  /** Where its nonce was seen, each file and source once. */
  readonly ingested: readonly Noted<FactValue<'ingested'>>[];
}

export interface Execution {
  readonly id: ExecutionId;
  readonly request: Noted<LaunchRequest>;
  /** Delivery of its launch file. */
  readonly delivery?: Attempt;
  readonly start?: Attempt;
  readonly process?: Noted<FactValue<'process'>>;
}

/** What left, and where it went. */
export type LeftResult = Extract<FactValue<'exported'>, { readonly destination: string }>;

export interface ArtifactState {
  readonly path: string;
  readonly declared: boolean;
  readonly publications: readonly Attempt[];
  /** How the last export of it went. */
  readonly exported?: Noted<FactValue<'exported'>>;
  /** The last one that brought it out: what came of a later one says nothing of where that is. */
  readonly lastLeft?: Noted<LeftResult>;
  /** A look at where it went, since then. */
  readonly checked?: Noted<FactValue<'checked'>>;
  /** Its owner gave it up, by name: that of this execution, or of none. */
  readonly waived?: { readonly seq: number; readonly at: Instant; readonly execution?: ExecutionId };
}

/** One generation of a worker, folded from its receipts. */
export interface Binding {
  readonly id: BindingId;
  readonly spec: WorkerSpec;
  readonly requested: { readonly seq: number; readonly at: Instant };
  readonly resources: Readonly<Record<ResourceRole, Resource>>;
  readonly admitted?: Noted<readonly Reading[]>;
  readonly observed?: Noted<readonly Reading[]>;
  /** Where it got to when that was tried from inside. */
  readonly reach?: Noted<FactValue<'reach'>>;
  /** What a look after a reanchor showed of its resources. */
  readonly reobserved?: Noted<FactValue<'reobserved'>>;
  readonly projections: readonly Projection[];
  /** Of the copies in the data folder that its manifests were staged as. */
  readonly stagingRemoval?: Attempt;
  readonly stagingGone?: Noted<FactValue<'unstaged'>>;
  /** Subjects of the findings that were accepted by name. */
  readonly accepted: readonly Digest[];
  readonly executions: readonly Execution[];
  readonly artifacts: readonly ArtifactState[];
  /** As it was noted last: what holds since is folded anew, in `readinessNow`. */
  readonly readiness: Readonly<Partial<Record<Rung, Noted<{ readonly state: RungState; readonly says: string }>>>>;
  /** Takes effect with the decision of the same subject. */
  readonly proposal?: Proposal;
  /** Attempts about it that were closed as not applied: any of them may still take effect. */
  readonly closed: readonly Attempt[];
  /** Somebody said that it is to stay although its lifetime is over, by this launch. */
  readonly kept?: { readonly seq: number; readonly at: Instant; readonly launch?: ExecutionId | 'none' };
  /** Attempts that took effect after they were closed. */
  readonly late: readonly Noted<FactValue<'late_effect'>>[];
  /** Receipts that tell of what was its own, and are about that by itself: it was given away, and came back. */
  readonly elsewhere?: readonly number[];
  /** Attempts about it that have no settlement. */
  readonly open: readonly Attempt[];
  readonly last: { readonly seq: number; readonly at: Instant };
}

/** An attempt of this console made it. */
export const isMade = ({ creation, late }: Resource): boolean => creation?.settlement?.disposition === 'applied' || late !== undefined;

export const isOurs = (resource: Resource): boolean => isMade(resource) && resource.released === undefined;

/** Given away, back, and not yet verified absent or given up: this console’s, and not its worker’s. */
export const isBack = ({ returned, absent }: Resource): boolean => returned !== undefined && returned.left === undefined && absent === undefined;

/** Given away, back, and given up since: what is there is not this console’s. */
export const isLeft = ({ returned, absent }: Resource): boolean => returned?.left !== undefined && absent === undefined;

/** Given away, and not back. */
export const isAway = ({ released, returned }: Resource): boolean => released !== undefined && returned === undefined;

/** The releases that stand for what this worker had, the last one first: of what is away, or where nothing is, of what came back. */
export function releasesOf({ resources }: Pick<Binding, 'resources'>): readonly Released[] {
  const released = Object.values(resources).filter((resource) => resource.released);
  const away = released.filter(isAway);
  return (away.length > 0 ? away : released).flatMap((resource) => resource.released ?? []).toSorted(lastSigned);
}

/** The last release of what this worker had, where it was given away. */
export const releaseOf = (binding: Pick<Binding, 'resources'>): Released | undefined => releasesOf(binding)[0];

/** What the last release of this worker gave away, and what has not come back of that. */
export function awayOf(binding: Binding): readonly Resource[] {
  const seq = releaseOf(binding)?.seq;
  return Object.values(binding.resources).filter((resource) => isAway(resource) && resource.released?.seq === seq);
}

export const awayThings = (binding: Binding): readonly AwayThing[] =>
  awayOf(binding).flatMap(({ kind, name, released }) => (released ? [{ resource: kind, name, released }] : []));

/** The attempt that made it ours: its label is part of the resource's identity. */
export const makerOf = (resource: Resource): AttemptId | undefined => resource.late?.value.attempt ?? resource.creation?.id;

/** Ours, and not yet verified absent. */
export const isHeld = (resource: Resource): boolean => isOurs(resource) && resource.absent === undefined;

/** Made, and not looked at since: what identifies it is not recorded yet. */
export const unseenOf = ({ resources }: Binding): readonly ResourceRole[] =>
  Object.values(resources).filter((resource) => isHeld(resource) && resource.present === undefined).map(({ role }) => role);

export const latestExecution = ({ executions }: Pick<Binding, 'executions'>): Execution | undefined => executions.at(-1);

/** Publications that are settled, and of which nobody told since how the result left: the last one of each, but for those that this console ended. */
export const unreadPublications = ({ artifacts }: Binding): readonly Attempt[] =>
  artifacts.flatMap(({ publications, exported }) => publications.filter((attempt) => !wasEnded(attempt)).slice(-1).filter(({ settlement }) => settlement && settlement.disposition !== 'not_applied' && settlement.seq > (exported?.seq ?? 0)));

/** Manifests whose delivery took effect, and whose files nobody has read back since. */
export const unreadDeliveries = ({ projections }: Binding): readonly Digest[] => projections.filter(isUnread).map(({ manifest }) => manifest);

function isUnread({ deliveries, delivered }: Projection): boolean {
  const applied = deliveries.findLast(({ settlement }) => settlement?.disposition === 'applied')?.settlement;
  return applied !== undefined && (delivered?.seq ?? 0) < applied.seq;
}

/** Manifests of which there are copies, as far as is told. */
export const stagedManifests = ({ projections, stagingGone }: Binding): ReadonlySet<Digest> => new Set(stagingGone ? [] : projections.map(({ manifest }) => manifest));

/** What was read back of it, unless a delivery that may have changed it was asked for since. */
export function readBackOf({ deliveries, delivered }: Projection): Noted<FactValue<'delivered'>> | undefined {
  const again = deliveries.some(({ intent, settlement }) => settlement?.disposition !== 'refused' && intent.seq > (delivered?.seq ?? 0));
  return again ? undefined : delivered;
}

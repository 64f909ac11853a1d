import type { Attempt } from './attempt.ts';
import type { Binding, Noted } from './binding.ts';
import type { BuiltImage } from './built-image.ts';
import type { EngineRecords } from './capabilities.ts';
import type { FactValue } from './facts.ts';
import type { External } from './external.ts';
import { GrowingMap } from './growing-map.ts';
import type { Approver, KeyFingerprint } from './approval.ts';
import type { AttemptId, BindingId, Digest, Endpoint, EngineId, InstallationId, Instant } from './ids.ts';
import type { EngineRun } from './private-engine.ts';

/** Everything the console knows, folded from its receipts and from nothing else. */
export interface World {
  /** How many receipts were folded in. */
  readonly size: number;
  /** Minted with the first receipt; null before it. */
  readonly installation: InstallationId | null;
  /** The highest epoch any process took. */
  readonly epoch: number;
  /** The last signed decision to go on with a ledger that was not shown to be whole. */
  readonly reanchored: { readonly seq: number; readonly at: Instant } | null;
  /** Of workers there may be tens of thousands, and no receipt takes one away. */
  readonly bindings: GrowingMap<BindingId, Binding>;
  /** Keys that may decide here, and those that were retired. */
  readonly approvers: ReadonlyMap<KeyFingerprint, Approver>;
  /** Keys that asked to, by the digest that an enrolment names. */
  readonly offeredKeys: ReadonlyMap<Digest, Approver>;
  /** Images that this console built, by their `imageKey`. */
  readonly images: ReadonlyMap<string, BuiltImage>;
  /** Attempts without a settlement. */
  readonly open: ReadonlyMap<AttemptId, Attempt>;
  readonly inventories: ReadonlyMap<EngineId, Noted<FactValue<'inventory'>>>;
  /** What is known by a decision and was not created here, by `externalKey`. */
  readonly externals: ReadonlyMap<string, External>;
  /** Nonces of the releases that were taken up: each counts once. */
  readonly takenReleases: ReadonlyMap<string, { readonly seq: number; readonly at: Instant }>;
  readonly endpoints: ReadonlyMap<Endpoint, Noted<FactValue<'engine'>>>;
  /** What was asked of the process of a private engine. */
  readonly engineRuns: ReadonlyMap<Endpoint, EngineRun>;
  /** What each engine was seen to do. */
  readonly records: EngineRecords;
}

export const emptyWorld: World = {
  size: 0,
  installation: null,
  epoch: 0,
  reanchored: null,
  bindings: GrowingMap.of(),
  approvers: new Map(),
  offeredKeys: new Map(),
  images: new Map(),
  open: new Map(),
  inventories: new Map(),
  externals: new Map(),
  takenReleases: new Map(),
  endpoints: new Map(),
  engineRuns: new Map(),
  records: new Map(),
};

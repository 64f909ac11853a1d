import type { Approver, KeyFingerprint } from './approval.ts';
import type { Attempt } from './attempt.ts';
import type { Binding } from './binding.ts';
import type { Capability } from './capabilities.ts';
import type { ContainerRow, EngineFacts } from './engine-readings.ts';
import type { EngineImage } from './engine-images.ts';
import type { TransferSource } from './external.ts';
import type { Evident } from './evidence-mark.ts';
import type { AttemptId, BindingId, Digest, Endpoint, EngineId, InstallationId, Instant, Seat } from './ids.ts';
import type { FindingRow } from './finding.ts';
import type { DeliveryState, ManifestEntry, StagedClass } from './manifest.ts';
import type { EngineHolder, EngineRun } from './private-engine.ts';
import type { LedgerTrouble } from './ledger-trouble.ts';
import type { EngineNow } from './readiness.ts';
import type { Receipt } from './receipt.ts';
import type { IndexState } from './receipt-filter.ts';
import type { ReceiptProof } from './receipt-proof.ts';
import type { Refusal } from './refusal.ts';
import type { Before, FileRevision, RevisionCounts } from './revision.ts';
import type { UsageReading } from './usage.ts';
import type { WorkerCustody } from './worker-state.ts';
import type { SealingState } from './sealing.ts';
import type { StandingGroup } from './standing.ts';

/** What the frame always shows. */
export interface FrameState {
  readonly engines: readonly { readonly endpoint: Endpoint; readonly label: string; readonly state: Evident; readonly version: string }[];
  readonly ledger: {
    readonly size: number;
    readonly sealing: SealingState;
    /** Why no effect is started; null while the ledger takes writes. */
    readonly trouble: LedgerTrouble | null;
    /** What is shown was read from it. */
    readonly isRead: boolean;
  };
  /** How many things wait for a person. */
  readonly inbox: number;
  /** Open attempts whose call is over. */
  readonly unconfirmed: readonly { readonly attempt: AttemptId; readonly label: string; readonly binding?: BindingId; readonly at: Instant }[];
  readonly tasks: readonly Task[];
}

export type EngineSource = 'found' | 'typed' | 'private';

export interface EngineRow {
  readonly endpoint: Endpoint;
  readonly label: string;
  readonly source: EngineSource;
  /** What put it where it was found. */
  readonly where?: string;
  /** On another machine, and only read of so far: it is dialled when the operator takes it up. */
  readonly isCandidate?: true;
  /** Over TLS: the folder with its certificates, `null` while none was chosen. */
  readonly certificates?: string | null;
  readonly state: Evident;
  /** Present while it answers. */
  readonly facts?: EngineFacts;
  /** It answers, and why nothing can be done on it all the same. */
  readonly unsupported?: string;
  /** Only of the private engine: how its process is, what was asked of it, and what of this console’s is on it. */
  readonly daemon?: { readonly state: 'unsupported' | 'stopped' | 'running'; readonly says: string; readonly unconfirmed: boolean; readonly run: EngineRun; readonly holders: readonly EngineHolder[] };
}

export interface EngineListing {
  readonly engines: readonly EngineRow[];
  /** Docker's contexts that name no engine this console can dial, and why. */
  readonly unusable: readonly { readonly file: string; readonly says: string }[];
}

export interface EngineView {
  readonly row: EngineRow;
  readonly images: readonly EngineImage[];
  /** What can be done there, as far as the ledger shows. */
  readonly capabilities: readonly Capability[];
  /** When this console first looked, before its first effect there. */
  readonly inventory?: { readonly at: Instant; readonly seq: number; readonly containers: number; readonly volumes: number; readonly networks: number; readonly images: number };
}

export interface EnvironmentRow extends ContainerRow {
  readonly custody: StandingGroup;
  /** The worker it was created for; of what is not ours, by its labels alone. */
  readonly owner?: { readonly binding: BindingId; readonly seat: Seat };
  /** It was made by somebody else, and given to this console. */
  readonly transferred?: TransferSource['by'];
  /** Why it is not offered for attaching. */
  readonly why?: readonly string[];
  /** It carries our label but the ledger does not know it: not ours. */
  readonly claims: boolean;
}

export interface ContainerListing {
  readonly environments: readonly EnvironmentRow[];
  readonly readAt: Instant;
}

/** What a table of workers draws; the rest is on the worker's page. */
export interface WorkerRow {
  readonly binding: BindingId;
  readonly seat: Seat;
  readonly generation: number;
  readonly image: string;
  readonly engineLabel: string;
  readonly containerId?: string;
  readonly state: Evident;
  readonly custody: WorkerCustody;
  readonly open: boolean;
  readonly last: { readonly seq: number; readonly at: Instant };
}

export interface WorkerView {
  readonly row: WorkerRow;
  readonly binding: Binding;
  /** Attempts whose call is under way. */
  readonly calling: readonly AttemptId[];
  readonly exportFolder: string;
  readonly engine: { readonly id: EngineId; readonly endpoint: Endpoint; readonly label: string; readonly now: EngineNow };
  /** The environment names the launch gate sets, shown before a launch. */
  readonly environmentNames: readonly string[];
}

/** What the operator chose in the system's chooser, for staging. */
export interface StagedSelection {
  readonly selection: string;
  readonly kind: 'files' | 'folder';
  readonly names: readonly string[];
}

/** One that was staged since the console was opened. */
export interface EarlierSelection extends StagedSelection {
  /** As what, for whom, how many files and when, the last time. */
  readonly class: StagedClass;
  readonly seat: Seat;
  readonly files: number;
  readonly at: Instant;
}

export interface ManifestPage {
  /** Of the rows that were asked for. */
  readonly total: number;
  readonly rows: readonly ManifestRow[];
  /** Of the whole manifest. */
  readonly findings: readonly FindingRow[];
  /** How it stands to the last delivery to the same places; null where there was none before it. */
  readonly against: { readonly manifest: Digest; readonly counts: RevisionCounts } | null;
}

export interface ManifestRow {
  readonly entry: ManifestEntry;
  readonly delivery?: DeliveryState;
  readonly revision?: FileRevision;
  readonly before?: Before;
}

export interface LogLines {
  readonly log: string;
  readonly lines: readonly { readonly stream: 'stdout' | 'stderr'; readonly at: string; readonly text: string }[];
  /** Set once, with the last lines. */
  readonly ended?: string;
}

export interface UsageNotice {
  readonly usage: string;
  /** `null` while the container does not run. */
  readonly reading?: UsageReading | null;
  /** Set once: nothing follows. */
  readonly ended?: string;
}

export interface ReceiptLine {
  readonly receipt: Receipt;
  /** The receipt in a few words, as the ledger's table shows it. */
  readonly says: string;
  readonly mark: Evident['mark'];
}

export interface ReceiptPage {
  readonly lines: readonly ReceiptLine[];
  readonly total: number;
  /** There are more than `total`: nobody counted on. */
  readonly isMore: boolean;
  /** How far the receipts can be searched. */
  readonly index: IndexState;
  /** Pass as `before` to read on; absent at the end. */
  readonly next?: number;
}

export interface ReceiptView extends ReceiptLine {
  /** The bytes as hashed. */
  readonly canonical: string;
  readonly leaf: Digest;
  /** Which leaf of the tree it is, from 0, and how many there are now. */
  readonly place: { readonly index: number; readonly size: number };
  readonly proof: ReceiptProof;
  readonly attempt?: Attempt;
  /** What was asked, where it is still kept. */
  readonly params?: string;
}

export interface VerifyReport {
  readonly verdict: 'verified' | 'consistent_signer_not_known' | 'consistent_not_signed' | 'broken';
  /** How many receipts stand whole and in their order. */
  readonly receipts: number;
  /** Of the tree over those. */
  readonly root: Digest;
  /** The newest checkpoint that holds. */
  readonly seal: { readonly size: number; readonly signer: KeyFingerprint } | null;
  /** What does not hold, with the first receipt that it may be about. */
  readonly finding?: { readonly says: string; readonly seq?: number };
  /** What may be relied on all the same. */
  readonly trust: string;
  /** What was not shown. */
  readonly notes: readonly string[];
  readonly milliseconds: number;
}

/** Receipts with all that an outsider needs to verify them, in one file. */
export interface WrittenBundle {
  readonly file: string;
  readonly bytes: number;
  readonly receipts: number;
  /** What its checkpoint covers. */
  readonly size: number;
}

/** How a closing ended. */
export type Closing = 'closed' | 'settled_by_evidence';

export interface KeysView {
  /** `locked`: kept under a passphrase that was not given yet. */
  readonly state: 'unlocked' | 'locked' | 'unusable';
  /** What protects the keys, in one sentence. */
  readonly protection: string;
  readonly approvers: readonly Approver[];
}

export interface SettingsView {
  /** Names this console to others: a release may be for it alone. */
  readonly installation: InstallationId | null;
  readonly dataFolder: string;
  readonly exportFolder: string;
  /** Where copies of the checkpoints go, if anywhere. */
  readonly checkpointFolder: string | null;
  /** Where the addresses of workers' networks are taken from. */
  readonly networkPool: string;
  /** The marks outside the database. */
  readonly marks: readonly string[];
  readonly theme: 'system' | 'light' | 'dark';
  readonly version: string;
  readonly runtime: string;
}

export interface Task {
  readonly id: string;
  readonly label: string;
  readonly binding?: BindingId;
  readonly done: number;
  /** 0 while not known. */
  readonly total: number;
  readonly unit: 'files' | 'bytes' | 'steps' | 'lines' | 'receipts';
  readonly cancellable: boolean;
  readonly state: 'running' | 'done' | 'refused';
  readonly detail: string;
  readonly refusal?: Refusal;
}

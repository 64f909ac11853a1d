import type { Closing, ContainerListing, EarlierSelection, EngineListing, EngineRow, EngineView, FrameState, KeysView, LogLines, ManifestPage, ReceiptPage, ReceiptView, SettingsView, StagedSelection, Task, UsageNotice, VerifyReport, WrittenBundle, WorkerRow, WorkerView } from './bridge-values.ts';
import type { ImageRemoval, PulledImage } from './engine-images.ts';
import type { ArtifactPreview, GuestListing, GuestPreview } from './guest-files.ts';
import type { ExternalStepId } from './external-plan.ts';
import type { Receiver, ReleaseOffer } from './release.ts';
import type { ExternalView, OfExternal, ThingsListing } from './external-view.ts';
import type { TeardownPlan, TeardownStepId } from './teardown.ts';
import type { AttemptId, BindingId, Digest, Endpoint, ExecutionId } from './ids.ts';
import type { Headroom } from './headroom.ts';
import type { InboxItem } from './inbox.ts';
import type { IngestionLook } from './ingestion.ts';
import type { BackupChoice, BackupRow } from './ledger-trouble.ts';
import type { FindingWay } from './finding.ts';
import type { FileClass } from './manifest.ts';
import type { BundleChoice, IndexState, ReceiptFilter } from './receipt-filter.ts';
import type { Result } from './result.ts';
import type { FileComparison } from './revision.ts';
import type { ImageChoice, LaunchRequest, Lifetime, NetworkChoice, ResourceRequest, WantedArtifact } from './worker-spec.ts';

type Nothing = Record<string, never>;
type OfBinding = { readonly binding: BindingId };
type OfAttempt = { readonly attempt: AttemptId };
type AtEndpoint = { readonly endpoint: Endpoint };

/** What is given away: all that a worker holds, or all that came with something taken over. */
export type Given = OfBinding | OfExternal;

/** What the operator fills in; everything else of a worker's spec is found out by the console. */
export interface NewWorker {
  readonly endpoint: Endpoint;
  readonly seat: string;
  readonly image: ImageChoice;
  readonly resources: ResourceRequest;
  readonly network: NetworkChoice;
  readonly artifacts: readonly WantedArtifact[];
  readonly argv: readonly string[];
  /** Absent: until it is taken back. */
  readonly lifetime?: Lifetime;
}

/** `forgotten`: results whose JSON schema is not kept any more; they are declared without it. */
export interface EarlierWorker {
  /** Nobody has its seat now: it can be asked for again. */
  readonly seatIsFree: boolean;
  readonly worker: NewWorker;
  readonly forgotten: readonly string[];
}

/** What the renderer may ask. Each method name is also its channel name; nothing here knows a transport. */
export interface Requests {
  frame(input: Nothing): Promise<FrameState>;

  listEngines(input: Nothing): Promise<EngineListing>;
  /** Takes up an endpoint, typed in or found; a path alone is a socket of this machine. */
  addEndpoint(input: { readonly path: string }): Promise<Result<EngineRow>>;
  forgetEndpoint(input: AtEndpoint): Promise<Result<null>>;
  /** Opens the system's chooser for the folder with the certificates of an engine over TLS. */
  chooseCertificates(input: AtEndpoint): Promise<Result<EngineRow | null>>;
  openEngine(input: AtEndpoint): Promise<Result<EngineView>>;
  /** All containers, or what there is of those that are named. */
  listEnvironments(input: AtEndpoint & { readonly only?: readonly string[] }): Promise<Result<ContainerListing>>;
  listThings(input: AtEndpoint): Promise<Result<ThingsListing>>;
  /** Looks now at something that is no worker’s of this console. */
  openExternal(input: OfExternal): Promise<Result<ExternalView>>;
  /** Records that this console looks at it from now on; `shown` is the digest of what was shown. The thing itself is not asked anything. */
  attach(input: OfExternal & { readonly shown: Digest }): Promise<Result<null>>;
  /** Ends that. The thing stays as it is. */
  leave(input: OfExternal): Promise<Result<null>>;
  /** Takes back something that was given to this console, one step at a time. */
  runExternalStep(input: OfExternal & { readonly step: ExternalStepId }): Promise<Result<null>>;
  /** Gives away what a worker holds, or what was taken over with this, by a signed release; then writes its file into a folder that the operator picks. */
  release(input: { readonly of: Given; readonly to: Receiver }): Promise<Result<{ readonly file: string } | null>>;
  /** Signs a release once more, for the same receiver: of what it gave away, what did not come back and is still there as recorded. */
  releaseAnew(input: { readonly of: Given }): Promise<Result<{ readonly file: string } | null>>;
  /** Writes the file of a release once more. */
  writeRelease(input: { readonly of: Given }): Promise<Result<{ readonly file: string } | null>>;
  /** Opens the system's chooser for a release, verifies it and reads on the engine what it gives away. */
  chooseRelease(input: AtEndpoint): Promise<Result<ReleaseOffer | null>>;
  /** Signs for taking up that release; `fingerprint` is its signer's, as the operator got it by another road. */
  takeOver(input: { readonly offer: string; readonly fingerprint: string }): Promise<Result<null>>;
  /** Signs, on the operator's own word, that the owner outside gave what is attached to this console. */
  takeOverAttached(input: OfExternal & { readonly shown: Digest; readonly owner: string }): Promise<Result<null>>;
  startPrivateEngine(input: Nothing): Promise<Result<null>>;
  stopPrivateEngine(input: Nothing): Promise<Result<null>>;
  /** What is left of an engine's memory for another worker, read now. */
  readHeadroom(input: AtEndpoint): Promise<Result<Headroom>>;
  /** What an image itself would run: offered as the program of a new worker. */
  readImageCommand(input: AtEndpoint & { readonly image: string }): Promise<Result<readonly string[]>>;
  buildSampleImage(input: AtEndpoint): Promise<Result<ImageChoice>>;
  /** Lets the engine fetch an image from a registry, without credentials; progress is a task. */
  pullImage(input: AtEndpoint & { readonly reference: string }): Promise<Result<PulledImage>>;
  /** What removing this image would mean; images are named by their ids. */
  planImageRemoval(input: AtEndpoint & { readonly image: string }): Promise<Result<ImageRemoval>>;
  removeImage(input: AtEndpoint & { readonly image: string }): Promise<Result<null>>;

  listWorkers(input: Nothing): Promise<readonly WorkerRow[]>;
  openWorker(input: OfBinding): Promise<Result<WorkerView>>;
  /** Records the request, then creates what it needs. Answers as soon as the request is recorded; progress is a task. */
  prepareWorker(input: NewWorker): Promise<Result<OfBinding>>;
  /** An earlier worker as it was asked for, to ask for another one like it. */
  readEarlierWorker(input: OfBinding): Promise<Result<EarlierWorker>>;
  /** Goes on with what is still missing of a prepared worker. */
  continuePreparation(input: OfBinding): Promise<Result<null>>;

  /** Opens the system's chooser; the renderer gets an id and names, never the power to read a path. */
  chooseSources(input: { readonly kind: 'files' | 'folder' }): Promise<Result<StagedSelection | null>>;
  /** What was staged for any worker since the console was opened, latest first: it can be staged again as it is on this machine now. */
  listSelections(input: Nothing): Promise<Result<readonly EarlierSelection[]>>;
  stageSelection(input: OfBinding & { readonly selection: string; readonly class: FileClass }): Promise<Result<Digest>>;
  /** Decides one finding; answers the manifest to go on with, a new one where the staged copy was changed. An acceptance is signed. */
  decideFinding(input: OfBinding & { readonly manifest: Digest; readonly finding: Digest; readonly way: FindingWay }): Promise<Result<Digest>>;
  deliver(input: OfBinding & { readonly manifest: Digest }): Promise<Result<null>>;
  /** `differing`: only what is not as it was delivered before. */
  readManifest(input: OfBinding & { readonly manifest: Digest; readonly offset: number; readonly limit: number; readonly differing?: true }): Promise<Result<ManifestPage>>;
  /** The text of one file against what was delivered to its place before. */
  compareStaged(input: OfBinding & { readonly manifest: Digest; readonly destination: string }): Promise<Result<FileComparison>>;
  /** Looks for the nonces of delivered context in the log and in the guest's home, and records where one is seen. */
  lookForIngestion(input: OfBinding): Promise<Result<IngestionLook>>;

  launch(input: OfBinding & { readonly request: LaunchRequest }): Promise<Result<null>>;
  /** Looks at the engine and into the guest now. */
  observe(input: OfBinding): Promise<Result<null>>;
  /** Streams the log as `logLines` notices until `closeLog`; one log per id. */
  openLog(input: (OfBinding | OfExternal) & { readonly log: string; readonly tail: number }): Promise<Result<null>>;
  closeLog(input: { readonly log: string }): Promise<Result<null>>;
  /** Streams what its container uses as `usageRead` notices until `closeUsage`. */
  openUsage(input: OfBinding & { readonly usage: string }): Promise<Result<null>>;
  closeUsage(input: { readonly usage: string }): Promise<Result<null>>;

  listGuestFiles(input: OfBinding): Promise<Result<GuestListing>>;
  previewGuestFile(input: OfBinding & { readonly path: string }): Promise<Result<GuestPreview>>;
  chooseExportFolder(input: Nothing): Promise<Result<{ readonly folder: string } | null>>;
  /** `maxBytes` bounds a file picked later; a declared one has its own bound. */
  exportArtifact(input: OfBinding & { readonly path: string }): Promise<Result<ArtifactPreview>>;
  /** Reads afresh what is where a result went, and records what it shows. */
  checkPublished(input: OfBinding & { readonly path: string }): Promise<Result<null>>;

  planTeardown(input: OfBinding): Promise<Result<TeardownPlan>>;
  runTeardownStep(input: OfBinding & { readonly step: TeardownStepId }): Promise<Result<null>>;
  /** Reads once more whether it happened: one open attempt, or every one of a worker. */
  lookAgain(input: OfBinding | OfAttempt): Promise<Result<null>>;

  /** What waits for a person, oldest first. */
  listInbox(input: Nothing): Promise<readonly InboxItem[]>;
  /** Signs for exactly this attempt, then closes it as not applied if two readings do not show that it happened. */
  closeAttempt(input: OfAttempt): Promise<Result<Closing>>;
  /** Its lifetime is over, and it stays all the same. */
  keepWorker(input: OfBinding): Promise<Result<null>>;
  /** Signs for going on with the ledger as it is, though it is not shown to be whole; `subject` is what was shown. */
  reanchor(input: { readonly subject: Digest }): Promise<Result<null>>;
  /** Signs, with the owner's key, that this declared result is given up: that of the execution that was shown, null where none had begun. */
  waiveArtifact(input: OfBinding & { readonly path: string; readonly execution: ExecutionId | null }): Promise<Result<null>>;

  /** Who may decide here, and what protects the keys. */
  keys(input: Nothing): Promise<KeysView>;
  /** Seals the keys with a passphrase from now on. */
  sealKeys(input: { readonly passphrase: string }): Promise<Result<KeysView>>;
  unlockKeys(input: { readonly passphrase: string }): Promise<Result<KeysView>>;

  listReceipts(input: { readonly filter: ReceiptFilter; readonly before?: number | undefined; readonly limit: number }): Promise<ReceiptPage>;
  /** Indexes the receipts that cannot be searched yet, after that was cancelled or failed. */
  goOnIndexing(input: Nothing): Promise<Result<null>>;
  openReceipt(input: { readonly seq: number }): Promise<Result<ReceiptView>>;
  verifyLedger(input: Nothing): Promise<Result<VerifyReport>>;
  /** Asks for a folder, and writes the receipts with their proofs into it; null where the person chose none. */
  exportBundle(input: { readonly choice: BundleChoice }): Promise<Result<WrittenBundle | null>>;

  /** The ways on from a ledger that cannot be used. Verifies it, and goes on with it if it can be used now. */
  reopenLedger(input: Nothing): Promise<Result<null>>;
  listBackups(input: Nothing): Promise<readonly BackupRow[]>;
  /** Puts a backup in the place of a damaged ledger, which is set aside. */
  restoreBackup(input: { readonly choice: BackupChoice }): Promise<Result<null>>;
  /** Starts anew on a folder that the operator picks. */
  openOtherDataFolder(input: Nothing): Promise<Result<null>>;

  settings(input: Nothing): Promise<SettingsView>;
  /** Opens the system's chooser, then copies the ledger there and verifies the copy. */
  backUpLedger(input: Nothing): Promise<Result<{ readonly file: string } | null>>;
  /** Opens the system's chooser: copies of the checkpoints go there from now on. */
  chooseCheckpointFolder(input: Nothing): Promise<Result<{ readonly folder: string } | null>>;
  endCheckpointCopies(input: Nothing): Promise<Result<null>>;
  setTheme(input: { readonly theme: SettingsView['theme'] }): Promise<SettingsView>;
  /** Networks that exist keep the addresses they have. */
  setNetworkPool(input: { readonly pool: string }): Promise<Result<SettingsView>>;
  cancelTask(input: { readonly task: string }): Promise<Result<null>>;
  copyText(input: { readonly text: string }): Promise<Result<null>>;
}

/** What the main process announces, unasked. */
export interface Notices {
  /** The ledger has this many receipts now: everything folded from it may have changed. */
  ledgerGrew: { readonly size: number };
  /** The frame's state changed: an engine came or went, an attempt became unconfirmed, the ledger stopped taking writes. */
  frameChanged: FrameState;
  /** Something on this engine changed: that container, or whatever else where none is named. */
  engineChanged: AtEndpoint & { readonly container?: string };
  /** More receipts can be searched now, or searching failed. */
  indexChanged: IndexState;
  taskChanged: Task;
  logLines: LogLines;
  usageRead: UsageNotice;
}

/** The only object the renderer can reach beyond the DOM: `window.bridge`. */
export interface Bridge extends Requests {
  on<N extends keyof Notices>(notice: N, listener: (payload: Notices[N]) => void): () => void;
}

import { existsSync } from 'node:fs';
import type { Binding } from '../../../shared/binding.ts';
import { faultText } from '../../../shared/error-code.ts';
import type { FactValue } from '../../../shared/facts.ts';
import type { BindingId, Digest } from '../../../shared/ids.ts';
import { manifestSchema, type ManifestEntry } from '../../../shared/manifest.ts';
import { operator } from '../../../shared/receipt.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { guest } from '../../../shared/worker-spec.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { digestOf } from '../ledger/digest.ts';
import { containerOf, sameContainer, type OurContainer } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';
import { projectionRef } from '../placement/worker-refs.ts';
import { conflictOf, managedFiles, type Managed } from './conflicts.ts';
import { whyUndecided } from './findings.ts';
import { foldersOnTheWay, lookAtGuest } from './guest-files.ts';
import { manifestArchive, type StagedEntry } from './manifest-archive.ts';
import { observeDelivery } from './observe-delivery.ts';
import { sharesOf } from './read-back.ts';
import { printable } from './safe-path.ts';
import { partsOfSent } from './sent-parts.ts';
import { stagedFile, stagingFolder } from './staging-folder.ts';
import { whenReadable } from './when-readable.ts';

export interface DeliverOptions {
  readonly signal?: AbortSignal;
  /** Bytes of files on their way, of all there are. */
  readonly onProgress?: (bytes: number, total: number) => void;
}

type DeliverMeans = Means & { readonly dataFolder: string };

/** What goes into one volume: the files, and the folders that are missing there. */
interface Delivery {
  readonly folder: string;
  readonly newFolders: readonly string[];
  readonly files: readonly StagedEntry[];
}

/** Puts a staged manifest into the worker's volumes, then reads every file back and records what was there. */
export async function deliver(means: DeliverMeans, id: BindingId, manifest: Digest, options: DeliverOptions = {}): Promise<Result<FactValue<'delivered'>>> {
  return whenReadable(async () => {
    const binding = bindingOf(means, id);
    const ours = await containerOf(means.readers, binding);
    if (!ours.ok) return ours;
    const deliveries = await planDeliveries(means, ours.value, binding, manifest, options.signal);
    if (!deliveries.ok) return deliveries;
    const report = reporterOf(deliveries.value, options);
    for (const delivery of deliveries.value) {
      const put = await putDelivery(means, ours.value.reader, bindingOf(means, id), manifest, delivery, { ...options, onBytes: report });
      if (!put.ok) return put;
    }
    return observeDelivery(means, id, manifest, options.signal);
  }, options.signal);
}

/** Looks at every destination before anything is asked for: a conflict in one volume keeps the other as it is. */
async function planDeliveries(means: DeliverMeans, { reader, container }: OurContainer, binding: Binding, manifest: Digest, signal?: AbortSignal): Promise<Result<readonly Delivery[]>> {
  const parsed = manifestSchema.safeParse(means.journal.document(manifest));
  if (!parsed.success) return refused(refusal('not_found', 'The manifest of these files is not kept any more.', 'Stage the files again.'));
  const { entries } = parsed.data;
  const bar = whyUndecided(binding, parsed.data) ?? whyOutside(entries);
  if (bar) return refused(bar);
  const staging = stagingFolder(means.dataFolder, binding.id, manifest);
  if (!existsSync(staging)) return refused(refusal('not_found', 'The staged copies of these files are not kept any more.', 'Stage the files again.'));
  const managed = managedFiles(binding, (digest) => means.journal.document(digest));
  const deliveries: Delivery[] = [];
  for (const share of sharesOf(entries)) {
    const sizes = new Map(share.entries.map(({ destination, bytes }) => [destination, bytes]));
    const destinations = [...sizes.keys()];
    const mayBe = (path: string, bytes: number): boolean => sizes.get(path) === bytes || mayBeOurs(managed.get(path), bytes);
    const looks = await lookAtGuest({ reader, container: container.id, below: share.folder, files: destinations, mostlyNew: true, mayBe, signal });
    const parts = await partsOfSent(looks, managed, (sent) => stagedFile(stagingFolder(means.dataFolder, binding.id, sent.manifest), sent.index));
    const conflict = conflictOf(share.folder, share.entries, looks, managed, parts);
    if (conflict) return refused(conflict);
    const own = new Set(share.entries);
    deliveries.push({
      folder: share.folder,
      newFolders: foldersOnTheWay(share.folder, destinations).filter((folder) => !looks.has(folder)),
      files: entries.map((entry, index) => ({ entry, file: stagedFile(staging, index) })).filter(({ entry }) => own.has(entry)),
    });
  }
  return ok(deliveries);
}

/** Only a file of such a size is worth its hash: one that was delivered, or a beginning of one. */
const mayBeOurs = (managed: Managed | undefined, bytes: number): boolean => managed !== undefined && (managed.sizes.has(bytes) || bytes < managed.unconfirmedBytes);

/** What is put through archives reaches volumes alone. */
function whyOutside(entries: readonly ManifestEntry[]): Refusal | null {
  const inside = new Set(sharesOf(entries).flatMap((share) => share.entries));
  const outside = entries.find((entry) => !inside.has(entry));
  if (!outside) return null;
  return refusal('unsupported', `“${printable(outside.destination)}” lies outside the worker’s volumes. A tmpfs is empty until the worker runs and archives do not see it, and the root file system is read-only.`, `Give the file a class whose place is below ${guest.work} or ${guest.state}.`);
}

function reporterOf(deliveries: readonly Delivery[], { onProgress }: DeliverOptions): (bytes: number) => void {
  const total = deliveries.reduce((sum, { files }) => sum + bytesOf(files), 0);
  let sent = 0;
  return (bytes) => onProgress?.((sent += bytes), total);
}

const bytesOf = (files: readonly StagedEntry[]): number => files.reduce((sum, { entry }) => sum + entry.bytes, 0);

/** Two minutes, and one more second for every megabyte. */
const secondsFor = (files: readonly StagedEntry[]): number => 120 + Math.ceil(bytesOf(files) / 1_000_000);

type Watch = DeliverOptions & { readonly onBytes: (bytes: number) => void };

async function putDelivery({ attempts }: Means, reader: EngineReader, binding: Binding, manifest: Digest, delivery: Delivery, watch: Watch): Promise<Result<unknown>> {
  // Once more right before the intent: looking at the destinations may have taken its time.
  const container = await sameContainer(reader, binding);
  if (!container.ok) return container;
  const { folder, files } = delivery;
  const target = { container: container.value.id, folder };
  const deadlineSeconds = secondsFor(files);
  const params = { ...target, manifest, files: files.length, destinations: digestOf(files.map(({ entry }) => entry.destination)) };
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, AbortSignal.timeout(deadlineSeconds * 1000), ...(watch.signal ? [watch.signal] : [])]);

  const outcome = await attempts.run({ operation: 'deliver', about: projectionRef(binding, manifest), params, actor: operator, deadlineSeconds }, (mutations, token) => {
    const tar = manifestArchive({ ...delivery, user: binding.spec.user, modified: new Date(binding.requested.at), signal, onBytes: watch.onBytes });
    // An archive that fails must not leave its connection waiting for the rest.
    tar.once('error', (error) => failed.abort(error));
    return mutations.engine(binding.spec.endpoint, binding.spec.engine).putArchive(token, target, tar, signal);
  });
  const result = resultOf(outcome);
  return result.ok || !failed.signal.aborted ? result : refused(cutShort(failed.signal.reason, result.refusal));
}

function cutShort(reason: unknown, { code, says }: ReturnType<typeof refusal>) {
  const why = faultText(reason);
  return refusal(code, `${says} This console cut it short itself: ${why}.`, 'Look again to see what is there; then stage and deliver again.');
}

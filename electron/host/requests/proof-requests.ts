import type { Requests } from '../../../shared/bridge.ts';
import type { VerifyReport } from '../../../shared/bridge-values.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { isFiltered, type BundleChoice, type ReceiptFilter } from '../../../shared/receipt-filter.ts';
import { numberText } from '../../../shared/quantities.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { letOut } from '../artifacts/let-out.ts';
import { makeOutgoing } from '../artifacts/outgoing-files.ts';
import type { Desk } from '../desk.ts';
import { bundleInThread } from '../ledger/bundle/bundle-in-thread.ts';
import { mostReceiptsInBundle } from '../ledger/bundle/make-bundle.ts';
import type { BundleJob, StagedBundle } from '../ledger/bundle/stage-bundle.ts';
import { ledgerFile } from '../ledger/open-ledger.ts';
import { readMarks, type MarkFiles } from '../ledger/sealing/mark-files.ts';
import type { KeptCheckpoint, Trust } from '../ledger/verify/anchors.ts';
import { JobCancelledError, JobFailedError, type JobWatch } from '../ledger/threads/run-in-thread.ts';
import { describeFinding, describeTrust, type FindingPlace, type StoreReport } from '../ledger/verify/store-report.ts';
import type { SpawnThread } from '../ledger/threads/spawn-threads.ts';
import { verdictOf } from '../ledger/verify/verdict.ts';
import { verifyInThread } from '../ledger/verify/verify-in-thread.ts';
import type { VerifyJob } from '../ledger/verify/verify-thread.ts';
import { inChosenFolder } from './chosen-folder.ts';

/** What shows others, and ourselves, that the ledger is what it was. */
export function proofRequests(desk: Desk, spawn: SpawnThread): Pick<Requests, 'verifyLedger' | 'exportBundle'> {
  const { tasks, ledger, dataFolder } = desk;
  return {
    verifyLedger: () =>
      tasks.run({ label: 'Verifying the ledger', unit: 'receipts', cancellable: true }, async (progress, signal) => {
        const total = ledger.size;
        return verified(spawn, { file: ledgerFile(dataFolder), trust: await trustOf(desk) }, { onProgress: (done) => progress(done, total), signal });
      }),

    exportBundle: ({ choice }) =>
      inChosenFolder(desk.surroundings, 'bundle', (folder) => {
        // What was appended last is to be in it as well.
        desk.sealer.sealNow();
        return tasks.run({ label: 'Exporting receipts with their proofs', unit: 'receipts', cancellable: true }, (progress, signal) =>
          asResult(async () => {
            const content = await contentOf(desk, choice, signal);
            if (!content.ok) return content;
            const total = content.value.kind === 'receipts' ? content.value.receipts.length : ledger.size - content.value.from + 1;
            const made = await stage(desk, spawn, content.value, { onProgress: (done) => progress(done, total), signal });
            if (!made.ok) return made;
            const { fileName: name, receipts, size, ...file } = made.value;
            const left = await letOut(desk.attempts, 'export_bundle', { name, ...file }, folder);
            return left.ok ? ok({ ...left.value, receipts, size, bytes: file.bytes }) : left;
          }),
        );
      }),
  };
}

/** What this console knows by another road than from the database: its own key, and the marks beside it. */
async function trustOf({ keys, marks }: Desk): Promise<Trust> {
  const own = await keys.ledgerFingerprint();
  return { keys: own ? [own] : [], kept: markedIn(marks) };
}

/** The checkpoints that stand in the marks. */
export const markedIn = (marks: MarkFiles): readonly KeptCheckpoint[] => readMarks(marks).flatMap((mark) => (mark.kind === 'present' ? [{ name: mark.file, note: mark.note }] : []));

/** What a verification of that database finds, for the window. */
export function verified(spawn: SpawnThread, job: VerifyJob, watch?: JobWatch): Promise<Result<VerifyReport>> {
  return asResult(async () => {
    const startedAt = performance.now();
    const { report } = await verifyInThread(spawn, job, watch);
    return ok(reportOf(report, Math.round(performance.now() - startedAt)));
  });
}

async function asResult<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof JobCancelledError) return refused(refusal('cancelled', error.message, 'Nothing is left of it. Start it again when you like.'));
    if (error instanceof JobFailedError) return refused(refusal('blocked', error.message, 'Mend what it names, then try again.'));
    throw error;
  }
}

/** Made in the data folder first: what leaves that is an effect. */
const stage = ({ dataFolder }: Desk, spawn: SpawnThread, content: BundleJob['content'], watch: JobWatch): Promise<Result<StagedBundle & { readonly staged: string }>> =>
  makeOutgoing(dataFolder, (staged) => bundleInThread(spawn, { file: ledgerFile(dataFolder), content, staged }, watch));

async function contentOf(desk: Desk, choice: BundleChoice, signal: AbortSignal): Promise<Result<BundleJob['content']>> {
  if ('segmentFrom' in choice) return ok({ kind: 'segment', from: choice.segmentFrom });
  if ('binding' in choice) return contentOfBinding(desk, choice.binding, signal);
  if ('receipts' in choice) return ok({ kind: 'receipts', receipts: choice.receipts });
  const fitting = await receiptsOf(desk, choice.filter, signal);
  return fitting.ok ? ok({ kind: 'receipts', receipts: fitting.value }) : fitting;
}

/** With them: the first receipt, which names the installation, what was there before the console had an effect, and what tells of things that were its own. */
async function contentOfBinding(desk: Desk, binding: BindingId, signal: AbortSignal): Promise<Result<BundleJob['content']>> {
  const { bindings, inventories } = desk.journal.world;
  const found = bindings.get(binding);
  if (!found) return refused(refusal('not_found', `No worker has the binding ${binding}.`, 'Go back to the list of workers.'));
  const about = await receiptsOf(desk, { binding }, signal);
  if (!about.ok) return about;
  const inventory = inventories.get(found.spec.engine);
  return ok({ kind: 'receipts', binding, receipts: [1, ...(inventory ? [inventory.seq] : []), ...(found.elsewhere ?? []), ...about.value] });
}

const pageSize = 1000;

/** The places of all receipts that fit; refused where a bundle could not hold them. */
async function receiptsOf({ search, ledger }: Desk, filter: ReceiptFilter, signal: AbortSignal): Promise<Result<readonly number[]>> {
  if (!isFiltered(filter)) return ledger.size > mostReceiptsInBundle ? tooMany() : ok(Array.from({ length: ledger.size }, (_, index) => index + 1));
  const found: number[] = [];
  for (let before: number | undefined; found.length <= mostReceiptsInBundle; before = found.at(-1)) {
    if (signal.aborted) throw new JobCancelledError('It was cancelled.');
    const { receipts, index } = await search.find(filter, { limit: pageSize, ...(before !== undefined && { before }) });
    if (index.state !== 'whole') return refused(refusal('blocked', 'Not every receipt is indexed yet, so not all that fit are known.', 'Wait until indexing has ended, then export again.'));
    found.push(...receipts.map(({ seq }) => seq));
    if (receipts.length < pageSize) return ok(found);
  }
  return tooMany();
}

/** Made when it is said: the first number that is written out for people takes as long as all else that is read at the start. */
const tooMany = () => refused(
  refusal('too_large', `A bundle holds at most ${numberText(mostReceiptsInBundle)} receipts.`, 'Narrow the filter, or archive the whole segment: an archive has no such bound.'),
);

function reportOf(report: StoreReport, milliseconds: number): VerifyReport {
  const { receipts, root, seal, notes } = report;
  const seq = report.verdict === 'broken' ? firstSeqOf(report.finding.place) : undefined;
  return {
    verdict: verdictOf(report), receipts, root, notes, milliseconds,
    seal: seal && { size: seal.size, signer: seal.signer },
    trust: describeTrust(report),
    ...(report.verdict === 'broken' && { finding: { says: describeFinding(report.finding), ...(seq !== undefined && { seq }) } }),
  };
}

function firstSeqOf(place: FindingPlace): number | undefined {
  switch (place.kind) {
    case 'receipt': return place.seq;
    case 'receipts': return place.from;
    case 'checkpoint':
    case 'kept':
    case 'table':
    case 'entry': return undefined;
  }
}

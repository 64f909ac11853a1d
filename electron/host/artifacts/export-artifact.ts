import { basename } from 'node:path/posix';
import type { Binding, Execution } from '../../../shared/binding.ts';
import { executionOfResults, hasLeft, hasLeftAs } from '../../../shared/execution-results.ts';
import type { ContainerReading } from '../../../shared/engine-readings.ts';
import { faultText } from '../../../shared/error-code.ts';
import type { FactValue } from '../../../shared/facts.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { operator, consoleItself } from '../../../shared/receipt.ts';
import { refusal, type Refusal, type RefusalCode } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { AttemptOutcome } from '../attempts/attempts.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import type { EngineReader } from '../engine/engine-reader.ts';
import type { Means } from '../engine/means.ts';
import { noteProcessOf } from '../execution/observe.ts';
import { digestOfFile } from '../ledger/digest-of-file.ts';
import { writableBar } from '../ledger/writable-bar.ts';
import { containerOf } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';
import { artifactRef } from '../placement/worker-refs.ts';
import { whenReadable } from '../projection/when-readable.ts';
import { whyMisfit, type ContentMeans, type Expectation } from './check-content.ts';
import { destinationOf } from './destination.ts';
import { folderIfThere, lookAt } from './published-goal.ts';
import { mayStillWrite, readGuestFile, refusalOfPath, type NotReached } from './read-guest-file.ts';
import { receiveFile, type Received } from './receive-file.ts';
import { freeDestination } from './free-destination.ts';
import { dropOutgoing, freshPath, secondsToPublish } from './outgoing-files.ts';
import { whenStorable } from './when-storable.ts';
import { begunMeanwhile, whoseResult } from './whose-result.ts';

export interface ExportRequest {
  /** Absolute in the guest, below the workspace. */
  readonly path: string;
  readonly maxBytes: number;
  /** What the bytes have to be before they are published. */
  readonly expected?: Expectation;
  readonly exportFolder: string;
  readonly signal?: AbortSignal;
  /** Told of the bytes received so far. */
  readonly onBytes?: (bytes: number) => void;
}

type Exported = FactValue<'exported'>;
type ExportMeans = Means & ContentMeans & { readonly dataFolder: string };

/** Brings one file out of a worker and publishes it without overwriting anything. Ended by an observation of how it went. */
export async function exportArtifact(means: ExportMeans, id: BindingId, request: ExportRequest): Promise<Result<Exported>> {
  const problem = refusalOfPath(request.path);
  // What lies elsewhere is no result of this worker, and nothing is recorded of it.
  const bar = problem ?? writableBar(means.journal, 'nothing can be exported');
  if (bar) return refused(bar);
  let hasBegun = false;
  const onBytes = (bytes: number): void => {
    hasBegun = true;
    request.onBytes?.(bytes);
  };
  try {
    const result = await whenReadable(() => bringOut(means, id, { ...request, onBytes }), request.signal);
    if (!result.ok && !isPassing(result.refusal, hasBegun)) noteFailure(means, bindingOf(means, id), request.path, result.refusal);
    return result;
  } catch (fault) {
    noteFailure(means, bindingOf(means, id), request.path, { says: faultText(fault) });
    throw fault;
  }
}

async function bringOut(means: ExportMeans, id: BindingId, request: ExportRequest): Promise<Result<Exported>> {
  const { path } = request;
  const ours = await containerOf(means.readers, bindingOf(means, id));
  if (!ours.ok) return ours;
  const { reader, container } = ours.value;
  noteProcessOf(means, id, container);
  const binding = bindingOf(means, id);
  const execution = whoseResult(means, binding, container);
  if (!execution.ok) return execution;
  const destination = destinationOf(request.exportFolder, binding, path);
  if (!destination.ok) return destination;
  const received = await whenStorable(path, async () => {
    const staged = await freshPath(means.dataFolder);
    const fetched = await receive(means, reader, container, { ...request, staged });
    return fetched.ok ? ok({ staged, fetched: fetched.value }) : fetched;
  });
  if (!received.ok) return received;
  const { staged, fetched } = received.value;
  const still = whoseResult(means, bindingOf(means, id), container);
  if (!still.ok || still.value?.id !== execution.value?.id) {
    await dropOutgoing(staged);
    return refused(begunMeanwhile);
  }
  const of: Of = { binding, path, ...ofExecution(execution.value), ...(mayStillWrite(container) && { ran: true }) };
  return fetched.kind === 'file' ? publish(means, of, request, { staged, ...fetched }) : observed(means, of, asFact(fetched), theArchive);
}

/** What is told of: a result of an execution, which may still have written it. */
type Of = { readonly binding: Binding; readonly path: string } & OfRun;
type OfRun = Pick<Extract<Exported, { readonly destination: string }>, 'execution' | 'ran'>;

type Fetched = Received | NotReached;

type StagedRequest = ExportRequest & { readonly staged: string };

/** Nothing stays in staging unless a whole file was received that is as it has to be. */
async function receive(means: ContentMeans, reader: EngineReader, container: ContainerReading, request: StagedRequest): Promise<Result<Fetched>> {
  let received: Fetched | undefined;
  try {
    const { path, maxBytes, staged, signal, onBytes } = request;
    const fetched: Fetched = await readGuestFile({ reader, container, path, maxBytes, signal }, (entries) => receiveFile(entries, { name: basename(path), staged, ...(onBytes && { onBytes }) }));
    received = fetched.kind === 'file' ? await asExpected(means, fetched, request) : fetched;
    return received.kind === 'absent' && mayStillWrite(container) ? refused(notYet(path)) : ok(received);
  } finally {
    if (received?.kind !== 'file') await dropOutgoing(request.staged);
  }
}

async function asExpected(means: ContentMeans, file: Extract<Received, { kind: 'file' }>, { staged, expected, signal }: StagedRequest): Promise<Fetched> {
  const misfit = expected && (await whyMisfit(means, { file: staged, ...file }, expected, signal));
  return misfit ? { kind: 'refused', says: misfit } : file;
}

const notYet = (path: string) => refusal('blocked', `${path} is not there; the worker has not ended yet.`, 'Try again when the worker has written it, or has ended.');

const asFact = (fetched: Exclude<Fetched, { kind: 'file' }>): Exported =>
  fetched.kind === 'absent' ? { outcome: 'nothing', says: 'nothing is at this path, and the worker does not run' } : { outcome: 'refused', says: fetched.says };

type Staged = Extract<Received, { kind: 'file' }> & { readonly staged: string };

async function publish(means: ExportMeans, of: Of, { exportFolder, signal }: ExportRequest, { staged, digest, bytes }: Staged): Promise<Result<Exported>> {
  const { binding, path, ...ofRun } = of;
  const free = freeDestination(means, binding, { path, exportFolder, digest });
  if (!free.ok) return free;
  const destination = free.value;
  const own = await lookAt(staged);
  const folder = await folderIfThere(exportFolder);
  const deadlineSeconds = secondsToPublish(bytes);
  const ends = AbortSignal.any([AbortSignal.timeout(deadlineSeconds * 1000), ...(signal ? [signal] : [])]);
  const outcome = await means.attempts.run(
    { operation: 'publish_file', about: artifactRef(binding, path), params: { destination, staged, digest, bytes, ...ofRun, ...folder }, actor: operator, deadlineSeconds },
    (mutations, token) => mutations.files.publish(token, { staged, destination }, ends),
  );
  // While it is unconfirmed, the staged copy tells whose file is at the destination.
  if (outcome.kind !== 'unconfirmed') await dropOutgoing(staged);
  if (signal?.aborted && outcome.kind === 'settled' && outcome.disposition === 'refused') return refused(refusal('cancelled', 'It was cancelled before anything was published.', 'Export again when it is wanted.'));
  const fact = factOf(outcome, { digest, bytes, destination, ...(ofRun.ran && { ran: true }) });
  if (fact === null) return refusedBy(outcome);
  if (fact.outcome === 'published' && !(await holds(destination, own, digest))) {
    return refused(refusal('changed_since', `${destination} does not hold the bytes that were published there.`, 'Look at who else writes there, then export again.'));
  }
  // A second place that did not take it says nothing of the first one.
  if (fact.outcome === 'refused' && hasLeftAs(bindingOf(means, binding.id), path, digest)) return refused(refusal('destination_taken', `${fact.says}.`, 'These bytes left before: the row says where they went, and what was seen of them there since.'));
  return observed(means, of, fact, theArchive);
}

/** The staged copy itself under its new name, or the same bytes in another file system. */
async function holds(destination: string, own: Awaited<ReturnType<typeof lookAt>>, digest: Staged['digest']): Promise<boolean> {
  const there = await lookAt(destination);
  if (!there?.isFile()) return false;
  return (there.ino === own?.ino && there.dev === own.dev) || (await digestOfFile(destination)) === digest;
}

function factOf(outcome: AttemptOutcome, file: Pick<Staged, 'digest' | 'bytes'> & Pick<OfRun, 'ran'> & { readonly destination: string }): Exported | null {
  if (outcome.kind !== 'settled') return null;
  switch (outcome.disposition) {
    case 'applied': return { outcome: 'published', ...file };
    case 'no_op': return { outcome: 'already_there', ...file };
    case 'refused':
    case 'not_applied': return { outcome: 'refused', says: `${file.destination}: ${outcome.says}. Nothing was overwritten; mend this or choose another export folder, then export again` };
  }
}

function refusedBy(outcome: AttemptOutcome): Result<never> {
  const result = resultOf(outcome);
  return refused(result.ok ? refusal('unconfirmed', 'How the publication ended is not known.', 'Look again.') : result.refusal);
}

const ofExecution = (execution: Execution | undefined): Pick<Exported, 'execution'> => (execution ? { execution: execution.id } : {});

const theArchive = 'an archive of exactly this path';

function observed({ journal }: Pick<Means, 'journal'>, { binding, path, execution }: Of, outcome: Exported, source: string): Result<Exported> {
  const value = { ...outcome, ...(execution && { execution }) };
  journal.append({ actor: consoleItself, about: artifactRef(binding, path), body: { kind: 'observation', fact: 'exported', value, source } });
  return ok(value);
}

/** What these say passes, or is told elsewhere: the result itself did not fail. */
const passing: ReadonlySet<RefusalCode> = new Set(['cancelled', 'unconfirmed', 'blocked', 'custody_unproven', 'ledger_not_writable', 'not_ours']);

/** An engine that is gone passes; one that went while the result came out left a part of it, which is no result. */
const isPassing = ({ code }: Refusal, hasBegun: boolean): boolean => passing.has(code) || (code === 'engine_unreachable' && !hasBegun);

/** A result that could not be returned keeps why. Of one that is out already this says nothing. */
function noteFailure(means: Pick<Means, 'journal'>, binding: Binding, path: string, { says }: Pick<Refusal, 'says'>): void {
  const artifact = binding.artifacts.find((candidate) => candidate.path === path);
  if (!means.journal.writable || (artifact && hasLeft(binding, artifact))) return;
  observed(means, { binding, path, ...ofExecution(executionOfResults(binding)) }, { outcome: 'refused', says: says.slice(0, 2000).toWellFormed() }, 'what the export came to');
}

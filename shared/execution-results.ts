import { isHeld, type ArtifactState, type Binding, type Execution, type Noted } from './binding.ts';
import type { FactValue } from './facts.ts';
import type { BindingId, Digest, ExecutionId } from './ids.ts';
import type { Json } from './json.ts';

/** Whose results are in the worker: the last execution that began, or may have. A launch that came to nothing leaves those of the one before it. */
export const executionOfResults = ({ executions }: Pick<Binding, 'executions'>): Execution | undefined => executions.findLast(mayHaveBegun);

/** Whose start was asked for last: a log and a use of the container there may be since the first one. */
export const startedLast = ({ executions }: Pick<Binding, 'executions'>): Execution | undefined => executions.findLast(({ start }) => start !== undefined);

function mayHaveBegun({ delivery, start, process }: Execution): boolean {
  if (process) return true;
  if (!start) return delivery !== undefined && delivery.settlement === undefined;
  const disposition = start.settlement?.disposition;
  return disposition !== 'refused' && disposition !== 'not_applied';
}

/** As far as is known: no process outlives its container. */
export const runs = (binding: Pick<Binding, 'executions' | 'resources'>): boolean =>
  executionOfResults(binding)?.process?.value.state === 'running' && binding.resources.container.absent === undefined;

type Told = Noted<FactValue<'exported'>>;

/** Older receipts do not name the execution: then what was told since it was asked for is its. */
function isOfLatest({ executions }: Pick<Binding, 'executions'>, { seq, value }: Told): boolean {
  const latest = executionOfResults({ executions });
  if (!latest) return true;
  return value.execution === undefined ? seq >= latest.request.seq : executions.findIndex(({ id }) => id === value.execution) >= executions.indexOf(latest);
}

/** Of a run that another one began after. */
export const isOfEarlier = (binding: Pick<Binding, 'executions'>, { exported }: ArtifactState): boolean => exported !== undefined && !isOfLatest(binding, exported);

/** The one that was told of before another one began. */
const earlierOf = ({ executions }: Pick<Binding, 'executions'>, { seq, value }: Told): Execution | undefined =>
  value.execution === undefined ? executions.findLast((execution) => execution.request.seq <= seq && mayHaveBegun(execution)) : executions.find(({ id }) => id === value.execution);

/** What it is told of may have been written since: its process ran then. Older receipts do not say so, and the end was seen after them. */
function isEarly(binding: Pick<Binding, 'executions'>, told: Told): boolean {
  if ('ran' in told.value && told.value.ran) return true;
  const process = (isOfLatest(binding, told) ? executionOfResults(binding) : earlierOf(binding, told))?.process;
  return process?.value.state === 'exited' && process.seq > told.seq;
}

const hasDestination = ({ value }: Told): boolean => 'destination' in value;

/** It left since the last execution began (what was exported before that is an older one), and nothing was seen since that contradicts it. */
export function hasLeft(binding: Pick<Binding, 'executions'>, { exported, checked }: ArtifactState): boolean {
  return exported !== undefined && hasDestination(exported) && isOfLatest(binding, exported) && (!checked || checked.value.outcome === 'matches');
}

/** These very bytes of it left, of whichever execution: a place that does not take them once more says nothing of where they are. */
export function hasLeftAs({ artifacts }: Pick<Binding, 'artifacts'>, path: string, digest: Digest): boolean {
  return artifacts.find((candidate) => candidate.path === path)?.lastLeft?.value.digest === digest;
}

/** It left while its process ran: what was written after that has not. */
export const leftEarly = (binding: Pick<Binding, 'executions'>, { exported }: ArtifactState): boolean =>
  exported !== undefined && hasDestination(exported) && isEarly(binding, exported);

/** As its process left it when it ended. */
export const isOut = (binding: Pick<Binding, 'executions'>, artifact: ArtifactState): boolean => hasLeft(binding, artifact) && !leftEarly(binding, artifact);

/** What the owner of a result signs by giving it up. */
export const waiverSubject = (binding: BindingId, path: string, execution: ExecutionId | null): Json => ({ decision: 'waive', binding, path, execution });

/** What its owner gave up is of one execution: a later one owes its result anew, also one that was asked for before and began late. */
export const isGivenUp = (binding: Pick<Binding, 'executions'>, { waived }: ArtifactState): boolean => waived !== undefined && waived.execution === executionOfResults(binding)?.id;

/** A declared result that is not out, is not known to be nothing, and was not given up. */
export function awaitsExport(binding: Binding, artifact: ArtifactState): boolean {
  const { declared, exported } = artifact;
  if (!declared || isGivenUp(binding, artifact)) return false;
  if (!exported) return true;
  const isNothing = exported.value.outcome === 'nothing' && isOfLatest(binding, exported);
  if (!isNothing && !hasLeft(binding, artifact)) return true;
  return isEarly(binding, exported) && !wasEnough(binding, exported);
}

/** Before receipts told that a process ran, a console removed its container once the result had left: what was let go then is not asked for now. */
const wasEnough = ({ resources: { container } }: Pick<Binding, 'resources'>, { value }: Told): boolean =>
  !('ran' in value && value.ran) && container.absent !== undefined && container.removal?.settlement?.disposition === 'applied';

/** Nothing can be exported any more: what is in a volume is read through its container. */
export const isPastExport = ({ resources }: Pick<Binding, 'resources'>): boolean => resources.container.absent !== undefined;

/** What a declared result waits for: where nothing of it is held any more, for nobody. */
export function owedBy(binding: Binding, artifact: ArtifactState): 'export' | 'giving_up' | undefined {
  if (!awaitsExport(binding, artifact)) return undefined;
  if (!isPastExport(binding)) return 'export';
  return Object.values(binding.resources).some((resource) => resource.kind === 'volume' && isHeld(resource)) ? 'giving_up' : undefined;
}

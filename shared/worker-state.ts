import { receiversText } from './external.ts';
import { isAway, isBack, isHeld, isLeft, isOurs, readBackOf, releaseOf, releasesOf, type Binding, type Resource } from './binding.ts';
import { awaitsExport, executionOfResults, owedBy } from './execution-results.ts';
import type { Evident } from './evidence-mark.ts';
import type { AttemptId } from './ids.ts';
import { operations } from './operations.ts';
import { isPrepared } from './preparation.ts';
import { countText } from './quantities.ts';
import type { EngineNow } from './readiness.ts';
import { isSuperseded } from './seat.ts';

/** A worker's state in one mark and a few words: what is most worth knowing first. `latest`: the latest generation that had its seat. */
export function workerState(binding: Binding, calling: ReadonlySet<AttemptId>, now: EngineNow, latest?: Binding): Evident {
  if (isSuperseded(binding, latest)) return { mark: 'seen', says: `Never prepared: its seat went to generation ${latest.spec.generation}` };
  return openState(binding, calling) ?? custodyState(binding) ?? preparationState(binding) ?? processState(binding, now) ?? projectionState(binding);
}

/** Nothing of it is held, and nothing is open or will be. `latest`: the latest generation that had its seat. */
export function isClosed(binding: Binding, latest?: Binding): boolean {
  if (isSuperseded(binding, latest)) return true;
  const resources = resourcesOf(binding);
  return binding.open.length === 0 && (resources.some(isOurs) || releaseOf(binding) !== undefined) && !resources.some((resource) => isHeld(resource) || isBack(resource));
}

/** `transferred`: given away, and taken over again. `left`: that too, and given up since. */
export type WorkerCustody = 'created' | 'none' | 'removed' | 'released' | 'transferred' | 'left';

export function custodyOf(binding: Binding): WorkerCustody {
  const resources = resourcesOf(binding);
  if (resources.some(isHeld)) return 'created';
  if (resources.some(isBack)) return 'transferred';
  if (resources.some(isAway)) return 'released';
  if (resources.some(isLeft)) return 'left';
  return resources.some((resource) => isOurs(resource) || resource.returned) ? 'removed' : 'none';
}

const resourcesOf = ({ resources }: Binding): readonly Resource[] => Object.values(resources);

function openState({ open }: Binding, calling: ReadonlySet<AttemptId>): Evident | undefined {
  const unconfirmed = open.find(({ id }) => !calling.has(id));
  if (unconfirmed) return { mark: 'unconfirmed', says: `${operations[unconfirmed.operation].label} unconfirmed` };
  const [called] = open;
  return called && { mark: 'asked', says: capitalized(operations[called.operation].gerund) };
}

function custodyState(binding: Binding): Evident | undefined {
  const releases = releasesOf(binding);
  if (releases.length > 0) return { mark: 'seen', says: saysOfRelease(resourcesOf(binding), receiversText(releases)) };
  const ours = resourcesOf(binding).filter(isOurs);
  const gone = ours.filter(({ absent }) => absent !== undefined);
  if (ours.length > 0 && gone.length === ours.length) return { mark: 'seen', says: 'Removed, absence verified' };
  if (gone.length === 0) return undefined;
  return ours.some(isAskedToGo) ? { mark: 'accepted', says: `Closing, ${gone.length} of ${ours.length} resources absent` } : { mark: 'needs_person', says: wentByItself(binding, gone, ours) };
}

const isAskedToGo = ({ stop, removal }: Resource): boolean => (stop ?? removal) !== undefined;

/** Nobody here asked for that: it went by another hand. */
function wentByItself(binding: Binding, gone: readonly Resource[], ours: readonly Resource[]): string {
  const lost = binding.artifacts.filter((artifact) => owedBy(binding, artifact) === 'giving_up').length;
  const what = gone.length === 1 && gone[0]?.role === 'container' ? 'Its container is gone' : `${gone.length} of ${ours.length} resources are gone`;
  return `${what}, not by this console${lost > 0 ? `; ${countText(lost, 'result')} to give up` : ''}`;
}

function saysOfRelease(resources: readonly Resource[], receivers: string): string {
  const back = resources.filter(({ returned }) => returned);
  if (back.length === 0) return `Released to ${receivers}`;
  const left = back.filter(isLeft).length;
  if (resources.some(isAway)) return `Released to ${receivers}, ${back.length} of ${resources.filter(({ released }) => released).length} taken over again${left > 0 ? `, ${left} left` : ''}`;
  const gone = back.filter(({ absent }) => absent).length;
  if (gone === back.length) return 'Released, taken over again, absence verified';
  if (left === back.length) return 'Released, taken over again, and left';
  const counts = [...(gone > 0 ? [`${gone} of ${back.length} absent`] : []), ...(left > 0 ? [`${left} of ${back.length} left`] : [])];
  return counts.length > 0 ? `Released, taken over again, ${counts.join(', ')}` : 'Released, and taken over again';
}

function preparationState(binding: Binding): Evident | undefined {
  const refused = resourcesOf(binding).find(({ creation }) => creation?.settlement?.disposition === 'refused');
  if (refused) return { mark: 'refused', says: `Create ${refused.kind} refused` };
  return isPrepared(binding) ? undefined : { mark: 'needs_person', says: 'Preparation not finished' };
}

function processState(binding: Binding, now: EngineNow): Evident | undefined {
  const execution = executionOfResults(binding);
  const process = execution?.process?.value;
  if (!process) return execution && { mark: 'accepted', says: 'Started, its process not seen yet' };
  if (process.state === 'running') return now === 'itself' ? { mark: 'seen', says: 'Working' } : { mark: 'accepted', says: 'Working when it was last seen' };
  if (process.exitCode !== 0) return { mark: 'needs_person', says: `Ended with exit code ${process.exitCode}${process.outOfMemory ? ', out of memory' : ''}` };
  const waiting = binding.artifacts.filter((artifact) => awaitsExport(binding, artifact)).length;
  return waiting > 0 ? { mark: 'needs_person', says: `Ended, ${waiting} declared ${waiting === 1 ? 'result' : 'results'} to export` } : { mark: 'seen', says: 'Ended with exit code 0' };
}

function projectionState({ projections }: Binding): Evident {
  const latest = projections.at(-1);
  if (!latest) return { mark: 'seen', says: 'Prepared, nothing delivered yet' };
  const delivered = readBackOf(latest)?.value;
  if (!delivered) return { mark: 'needs_person', says: latest.delivered ? 'Delivered again, not read back' : 'Files staged, not delivered' };
  return delivered.matched === delivered.files ? { mark: 'seen', says: 'Delivered, not launched' } : { mark: 'refused', says: 'Delivered files differ' };
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

import { wasFoundAbsent, type Attempt } from './attempt.ts';
import { isAway, isLeft, isOurs, type Binding, type Execution, type Resource } from './binding.ts';
import { awaitsExport } from './execution-results.ts';
import { releaseOfFormer } from './external.ts';
import type { AttemptId, Instant } from './ids.ts';
import { openAttemptBar } from './open-attempt-bar.ts';
import { isCreation, type Operation } from './operations.ts';
import type { ResourceKind, ResourceRole } from './reference.ts';
import { refusal, type Refusal } from './refusal.ts';
import { saysOfUnnamed, withUnnamed, type UnnamedVolumes } from './unnamed-volumes.ts';
import type { StepState, TeardownPlan, TeardownStep, TeardownStepId } from './teardown.ts';

/** What one look at the engine showed of a resource. */
export type Seen =
  | { readonly kind: 'there'; readonly running: boolean; readonly usedBy: readonly string[]; readonly unnamed?: UnnamedVolumes; readonly goesWithProcess?: boolean }
  /** `namesake`: what else has its name now, where something has. */
  | { readonly kind: 'gone'; readonly namesake?: string }
  | { readonly kind: 'differs'; readonly refusal: Refusal }
  | { readonly kind: 'unreadable'; readonly refusal: Refusal };

export type SeenOf = Readonly<Record<ResourceRole, Seen>>;

interface StepRule {
  readonly id: TeardownStepId;
  readonly role: ResourceRole;
  readonly title: string;
  readonly lost: string;
  readonly kept: string;
}

/** One order for every worker: nothing is removed while something that needs it is there, and what is kept for others holds up nothing. */
const rules: readonly StepRule[] = [
  { id: 'stop_container', role: 'container', title: 'Stop container', lost: 'The running process and everything in its memory and tmpfs.', kept: 'The container, its log, both volumes.' },
  { id: 'remove_container', role: 'container', title: 'Remove container', lost: 'The container, its exit code and its log on the engine. What is in its volumes can no longer be looked at, or exported, from here.', kept: 'Both volumes, its network if it has one, the image, every exported artifact.' },
  { id: 'remove_network', role: 'network', title: 'Remove network', lost: 'The worker’s own network and its addresses. No data is in it.', kept: 'Both volumes, the image, every exported artifact.' },
  { id: 'remove_work', role: 'work', title: 'Remove volume', lost: 'Everything in the workspace that was not exported.', kept: 'The state volume, the image, every exported artifact.' },
  { id: 'remove_state', role: 'state', title: 'Remove volume', lost: 'The harness’s home: its settings and the history of its conversations.', kept: 'The image, every exported artifact.' },
];

/** The steps that take this worker's own resources back: a pure function of what is recorded and what was seen. */
export function teardownPlan(binding: Binding, seen: SeenOf, calling: ReadonlySet<AttemptId>, engineLabel: string): TeardownPlan {
  const steps: TeardownStep[] = [];
  for (const rule of rules) {
    const resource = binding.resources[rule.role];
    if (!isOurs(resource)) continue;
    const state = stateOfStep(rule, binding, seen[rule.role], calling, steps.findLast((step) => !staysForOthers(step)));
    steps.push({ ...stepOf(wordsOf(rule, seen[rule.role]), resource, engineLabel, state, askedOf(rule, binding)), endpoint: binding.spec.endpoint });
  }
  return { steps, kept: keptOf(binding), finished: steps.length > 0 && steps.every(({ state }) => isOver(state)) && creationUnderWay(binding) === undefined };
}

/** It may still happen: the engine would make again what its container mounts, and it would be nobody’s. */
const creationUnderWay = ({ open }: Binding): Attempt | undefined => open.find(({ operation }) => isCreation(operation));

/** A container may have more than this console gave it. */
const wordsOf = (rule: StepRule, seen: Seen): StepRule => (rule.id === 'remove_container' ? { ...rule, ...withUnnamed(rule, seen) } : rule);

/** What was asked of this step and still says something of it: a container that was started again since is to be stopped anew. */
function askedOf({ id, role }: StepRule, { resources, executions }: Binding): Attempt | undefined {
  const { stop, removal } = resources[role];
  if (id !== 'stop_container') return removal;
  return stop?.settlement && executions.some((execution) => isStartedSince(execution, stop)) ? undefined : stop;
}

function isStartedSince({ start, process }: Execution, { intent }: Attempt): boolean {
  if (!start || start.intent.seq < intent.seq) return false;
  const happened = start.settlement?.disposition;
  return process !== undefined || (happened !== 'refused' && happened !== 'not_applied');
}

function stepOf({ id, role, title, lost, kept }: StepRule, resource: Resource, engineLabel: string, state: StepState, asked: Attempt | undefined): TeardownStep {
  const { name, kind, present, absent } = resource;
  return {
    id, title, lost, kept, engineLabel, state,
    resource: { role, kind, name, ...(present && kind !== 'volume' && { id: present.value.id }) },
    ...(asked && { asked }),
    ...(absent && { absent }),
  };
}

function stateOfStep(rule: StepRule, binding: Binding, seen: Seen, calling: ReadonlySet<AttemptId>, before: TeardownStep | undefined): StepState {
  const resource = binding.resources[rule.role];
  const asked = askedOf(rule, binding);
  if (resource.absent) return { kind: 'verified', says: saysOfAbsence(rule, resource, asked), seq: resource.absent.seq };
  const pending = pendingState(asked, calling);
  if (pending) return pending;
  if (before && !isOver(before.state)) return { kind: 'locked', needs: before.id, says: unlockedBy(before) };
  if (seen.kind === 'unreadable') return { kind: 'blocked', refusal: seen.refusal };
  if (seen.kind === 'differs') return { kind: 'refused', refusal: seen.refusal };
  if (seen.kind === 'gone') return goneState({ ...resource, isStop: rule.id === 'stop_container', seenAt: lastSeen(binding, resource), namesake: seen.namesake, verified: 'before the next step' });
  if (rule.id === 'stop_container') return stopState(resource, asked, seen.running);
  const needing = binding.open.find((attempt) => isNeeded(rule, attempt));
  return needing ? { kind: 'blocked', refusal: openAttemptBar(needing, calling, { why: whyNeeded(needing.operation), after: 'this step can go on' }) } : removalState(rule, binding, seen.usedBy);
}

/** A creation may need whatever there is; whether a delivery took effect is read in its container, and nowhere else once that is gone. */
const isNeeded = ({ id }: StepRule, { operation }: Attempt): boolean => isCreation(operation) || (operation === 'deliver' && id === 'remove_container');

const whyNeeded = (operation: Operation): string => (isCreation(operation) ? 'it may still happen, and would need what is removed here' : 'without its container nobody can read what came');

function saysOfAbsence({ id }: StepRule, { unnamed }: Resource, asked: Attempt | undefined): string {
  if (id === 'stop_container') return asked ? 'asked, and ended; the container itself is verified absent' : 'the container is verified absent';
  return `${asked ? 'asked, and verified absent' : 'verified absent; it was not removed by this console'}${saysOfUnnamed(unnamed)}`;
}

export function pendingState(asked: Attempt | undefined, calling: ReadonlySet<AttemptId>): StepState | undefined {
  if (!asked || asked.settlement) return undefined;
  return calling.has(asked.id) ? { kind: 'asking' } : { kind: 'unconfirmed', says: 'Asked, and no answer that settles it. Nothing is asked twice until it is seen whether it happened.' };
}

/** What was seen to be gone, and what is known of how that came. */
export interface Gone {
  readonly kind: ResourceKind;
  readonly isStop: boolean;
  readonly removal?: Attempt;
  /** Only of what its engine may remove by itself once it does not run. */
  readonly stopped?: Attempt;
  readonly seenAt: Instant | undefined;
  readonly namesake: string | undefined;
  readonly verified: 'before the next step' | 'next';
}

/** Seen once as gone: that it is absent is for its own step to verify. */
export function goneState({ kind, isStop, removal, stopped, seenAt, namesake, verified }: Gone): StepState {
  const removed = removal?.settlement?.disposition === 'applied' ? removal.settlement : undefined;
  if (!removed) return { kind: 'already_gone', ...(seenAt !== undefined && { lastSeen: seenAt }), says: `This ${kind} is not there any more, ${whyGone(removal, stopped)}.${namesakeText(namesake)} Its absence is verified ${verified}.` };
  if (isStop) return { kind: 'verified', says: 'removed, so it does not run', seq: removed.seq };
  return { kind: 'already_gone', says: `This ${kind} was removed.${namesakeText(namesake)} Its absence is verified ${verified}.` };
}

/** What has its name is somebody else’s. */
const namesakeText = (namesake: string | undefined): string => (namesake === undefined ? '' : ` ${namesake} That one stays untouched.`);

/** What was asked and closed as not applied may have happened all the same, later. */
function whyGone(removal: Attempt | undefined, stopped: Attempt | undefined): string {
  if (removal?.settlement?.disposition === 'not_applied') return 'and its removal was asked here and closed as not applied: it may have happened after that';
  return whyGoneWhenStopped(stopped) ?? 'and this console did not remove it';
}

/** An engine removes what was made to go with its process, and whether this was is not told any more. */
export function whyGoneWhenStopped(stop: Attempt | undefined): string | undefined {
  if (stop?.settlement?.disposition !== 'applied') return undefined;
  return `and this console ${wasFoundAbsent(stop) ? 'asked to stop it, found it gone,' : 'stopped it'} and did not ask for its removal: an engine removes what was made to go with its process`;
}

/** Everything that was read of a container while it was there; of other things, only that they were. */
function lastSeen({ executions, admitted, observed, reach }: Binding, { role, present }: Resource): Instant | undefined {
  const ofContainer = role === 'container' ? [...executions.map(({ process }) => process), admitted, observed, reach] : [];
  return [present, ...ofContainer].filter((line) => line !== undefined).toSorted((one, other) => one.seq - other.seq).at(-1)?.at;
}

function stopState(resource: Resource, asked: Attempt | undefined, running: boolean): StepState {
  if (running) return { kind: 'ready' };
  const settled = asked?.settlement;
  const unasked = resource.stop ? 'seen not running; its latest run was not stopped by this console' : 'seen not running; it was not stopped by this console';
  return { kind: 'verified', says: settled ? 'asked, and seen not running' : unasked, seq: settled?.seq ?? resource.present?.seq ?? 0 };
}

const withoutContainer = 'Its container is gone, and nothing is read from a volume without one: have their owner give them up by name.';

function removalState(rule: StepRule, binding: Binding, usedBy: readonly string[]): StepState {
  // No result is in a network.
  const missing = rule.role === 'network' ? [] : binding.artifacts.filter((artifact) => awaitsExport(binding, artifact));
  if (missing.length > 0) {
    const names = missing.map(({ path }) => path).join(', ');
    return { kind: 'blocked', refusal: refusal('blocked', `Declared results have not left yet, have left only while the process ran, or are not where they went: ${names}.`, binding.resources.container.absent ? withoutContainer : 'Export them first; results leave before anything is removed.') };
  }
  if (usedBy.length > 0) {
    return { kind: 'blocked', refusal: refusal('not_ours', `${binding.resources[rule.role].name} is ${rule.role === 'network' ? 'used' : 'mounted'} by ${usedBy.join(', ')}.`, 'It stays while something that is not ours uses it.') };
  }
  return { kind: 'ready' };
}

export const unlockedBy = ({ title, resource }: { readonly title: string; readonly resource: { readonly name: string } }): string => `Unlocks when “${title} ${resource.name}” is verified.`;

export const isOver = (state: StepState): boolean => state.kind === 'verified';

/** A network or a volume that somebody else uses, or that is somebody else's by now. */
export const staysForOthers = ({ resource, state }: TeardownStep): boolean =>
  resource.role !== 'container' && (state.kind === 'refused' || (state.kind === 'blocked' && state.refusal.code === 'not_ours'));

/** What was seen of it since. */
const checkedSays = { matches: '', differs: '; other bytes were there at the last check', gone: '; nothing was there at the last check' } as const;

function keptOf({ spec, artifacts, resources }: Binding): TeardownPlan['kept'] {
  const given = Object.values(resources).flatMap((resource) => {
    const { kind, name, released, returned } = resource;
    return released && (isAway(resource) || isLeft(resource)) ? [{ kind, name, why: releaseOfFormer(released, returned) }] : [];
  });
  const published = artifacts.flatMap(({ path, lastLeft, checked }) => (lastLeft ? [{ kind: 'artifact', name: lastLeft.value.destination, why: `exported from ${path}${checked ? checkedSays[checked.value.outcome] : ''}` }] : []));
  return [{ kind: 'image', name: spec.image.reference, why: 'was not created for this worker alone: images stay' }, ...given, ...published];
}

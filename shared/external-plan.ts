import { wasFoundAbsent, type Attempt } from './attempt.ts';
import { assertNever } from './assert-never.ts';
import { isTakenOver, lastReleaseOf, type External, type Released } from './external.ts';
import type { AttemptId, Instant } from './ids.ts';
import { refusal } from './refusal.ts';
import type { ResourceKind } from './reference.ts';
import { goneState, isOver, pendingState, unlockedBy, whyGoneWhenStopped, type Seen } from './teardown-plan.ts';
import { lostUnasked, saysOfUnnamed, shortNames, withProcess, withUnnamed } from './unnamed-volumes.ts';
import type { StepState, TeardownStep } from './teardown.ts';

/** What takes back something that was given to this console. */
export const externalStepIds = ['stop_container', 'remove_container', 'remove_network', 'remove_volume'] as const;
export type ExternalStepId = (typeof externalStepIds)[number];

export interface ExternalStep extends Omit<TeardownStep, 'id' | 'resource'> {
  readonly id: ExternalStepId;
  readonly resource: { readonly kind: ResourceKind; readonly name: string; readonly id?: string };
}

interface StepRule {
  readonly id: ExternalStepId;
  readonly title: string;
  readonly lost: string;
  readonly kept: string;
}

function rulesFor(kind: ResourceKind): readonly StepRule[] {
  switch (kind) {
    case 'container':
      return [
        { id: 'stop_container', title: 'Stop container', lost: 'The running process and everything in its memory; the container too, where it was made to go with its process.', kept: 'Everything it mounts by name.' },
        { id: 'remove_container', title: 'Remove container', lost: 'The container, its exit code and its log on the engine.', kept: 'Everything it mounts by name, and its image.' },
      ];
    case 'network': return [{ id: 'remove_network', title: 'Remove network', lost: 'The network and its addresses. No data is in it.', kept: 'Everything that is not on it.' }];
    case 'volume': return [{ id: 'remove_volume', title: 'Remove volume', lost: 'Everything in it.', kept: 'Whatever was copied out of it before.' }];
    default: return assertNever(kind);
  }
}

/** The steps for something taken over; none for anything else. */
export function externalPlan(external: External, seen: Seen, calling: ReadonlySet<AttemptId>, engineLabel: string): readonly ExternalStep[] {
  if (external.custody.kind !== 'transferred') return [];
  const { ref, absent } = external;
  const steps: ExternalStep[] = [];
  for (const { id, title, lost, kept } of rulesFor(ref.resource)) {
    const asked = id === 'stop_container' ? external.stop : external.removal;
    steps.push({
      id, title, engineLabel,
      endpoint: external.endpoint,
      ...wordsOf(id, { lost, kept }, seen),
      state: stateOf(external, id, asked, seen, calling, steps.at(-1)),
      resource: { kind: ref.resource, name: ref.name, ...(ref.resource !== 'volume' && { id: ref.id }) },
      ...(asked && { asked }),
      ...(absent && { absent }),
    });
  }
  return steps;
}

type Words = Pick<StepRule, 'lost' | 'kept'>;

function wordsOf(id: ExternalStepId, words: Words, seen: Seen): Words {
  if (id === 'remove_container') return withUnnamed(words, seen);
  if (id !== 'stop_container' || seen.kind !== 'there') return words;
  return seen.goesWithProcess
    ? withProcess({ ...words, lost: 'The running process and everything in its memory; and the container, with its exit code and its log, as its engine removes it when its process ends.' }, seen)
    : { ...words, lost: 'The running process and everything in its memory.' };
}

function stateOf(external: External, id: ExternalStepId, asked: Attempt | undefined, seen: Seen, calling: ReadonlySet<AttemptId>, before: ExternalStep | undefined): StepState {
  if (external.absent) return { kind: 'verified', says: `${saysOfAbsence(external)}${id === 'remove_container' ? saysOfUnnamed(external.unnamed) : ''}`, seq: external.absent.seq };
  const pending = pendingState(asked, calling);
  if (pending) return pending;
  if (before && !isOver(before.state)) return { kind: 'locked', needs: 'stop_container', says: unlockedBy(before) };
  switch (seen.kind) {
    case 'unreadable': return { kind: 'blocked', refusal: seen.refusal };
    case 'differs': return { kind: 'refused', refusal: seen.refusal };
    case 'gone': return goneState({ ...external, ...(external.stop && { stopped: external.stop }), kind: external.ref.resource, isStop: id === 'stop_container', seenAt: lastSeen(external), namesake: seen.namesake, verified: 'next' });
    case 'there': return id === 'stop_container' ? stopState(external, seen) : removalState(external, seen.usedBy);
    default: return assertNever(seen);
  }
}

function saysOfAbsence({ removal, stop }: External): string {
  if (removal) return 'asked, and verified absent';
  const why = whyGoneWhenStopped(stop);
  return why === undefined ? 'verified absent; it was not removed by this console' : `verified absent, ${why}`;
}

/** It was read when it was taken over; a stop that took effect, or was not needed, shows that it was there then, unless it was found gone. */
function lastSeen({ custody, stop }: External): Instant | undefined {
  const settled = stop?.settlement;
  if (stop && settled && !wasFoundAbsent(stop) && (settled.disposition === 'applied' || settled.disposition === 'no_op')) return settled.at;
  return 'at' in custody ? custody.at : undefined;
}

function stopState({ ref, stop, custody }: External, seen: Extract<Seen, { kind: 'there' }>): StepState {
  const unasked = lostUnasked(seen);
  if (seen.running && unasked.length > 0) {
    return { kind: 'blocked', refusal: refusal('not_ours', `When the process of ${ref.name} ends, its engine removes it with its unnamed volumes, and this step may not take all of those: ${shortNames(unasked)}.`, 'Nothing is asked while one goes that is not this console’s, or that was taken over by itself. One that another container mounts, too, stays; else whoever may lose them ends it outside this console.') };
  }
  if (seen.running) return { kind: 'ready' };
  const seq = stop?.settlement?.seq ?? ('seq' in custody ? custody.seq : 0);
  return { kind: 'verified', says: stop ? 'asked, and seen not running' : 'seen not running; it was not stopped by this console', seq };
}

function removalState({ ref }: External, usedBy: readonly string[]): StepState {
  return usedBy.length === 0 ? { kind: 'ready' } : { kind: 'blocked', refusal: refusal('not_ours', `${ref.name} is ${ref.resource === 'network' ? 'used' : 'mounted'} by ${usedBy.join(', ')}.`, 'It stays while something uses it.') };
}

/** What was given away with it by the same release, and has not come back. */
export const awayWith = ({ custody, ref }: External, all: Iterable<External>): readonly External[] =>
  custody.kind === 'released' ? [...all].filter((each) => each.ref.engine === ref.engine && each.custody.kind === 'released' && each.custody.seq === custody.seq) : [];

/** The last release of what is away, in its last signature. */
export const releaseOfAway = (away: readonly External[]): Released | undefined => lastReleaseOf(away.flatMap(({ custody }) => (custody.kind === 'released' ? custody : [])));

/** What is given away with it: all that came to this console by the same decision and is still its own. */
export const togetherWith = (external: External, all: Iterable<External>): readonly External[] => {
  const { custody, ref } = external;
  if (custody.kind !== 'transferred') return [];
  return [...all].filter((each) => isTakenOver(each) && each.ref.engine === ref.engine && each.custody.kind === 'transferred' && each.custody.subject === custody.subject);
};

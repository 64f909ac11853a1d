import type { AttemptId } from './ids.ts';
import type { Binding } from './binding.ts';
import { bytesText, countText } from './quantities.ts';
import type { Refusal } from './refusal.ts';
import type { StepState, TeardownPlan, TeardownStep } from './teardown.ts';
import { isOver, pendingState, staysForOthers, unlockedBy } from './teardown-plan.ts';

/** What one look at the data folder showed of a worker's staged copies. */
export type StagingSeen = { readonly folder: string } & (
  | { readonly kind: 'there'; readonly manifests: number; readonly bytes: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable'; readonly refusal: Refusal }
);

const title = 'Remove staged copies';
const kept = 'Every manifest with its hashes, in the ledger; the files that were chosen, where they are; every exported artifact.';

/** The copies that were staged for a worker are taken back like everything else of it, and last: as long as anything of it is held, they can be delivered again. */
export function withStagingStep(plan: TeardownPlan, binding: Binding, seen: StagingSeen, calling: ReadonlySet<AttemptId>): TeardownPlan {
  if (binding.projections.length === 0) return plan;
  const { stagingRemoval, stagingGone } = binding;
  const state = stateOf(binding, seen, calling, plan.steps.findLast((step) => !staysForOthers(step)));
  const step: TeardownStep = {
    id: 'remove_staging', title, lost: lostOf(seen), kept, state,
    engineLabel: 'this machine',
    resource: { role: 'staging', kind: 'staged copies', name: seen.folder },
    ...(stagingRemoval && { asked: stagingRemoval }),
    ...(stagingGone && { gone: stagingGone }),
  };
  return { ...plan, steps: [...plan.steps, step], finished: (plan.finished || plan.steps.length === 0) && isOver(state) };
}

function stateOf({ stagingRemoval, stagingGone, projections }: Binding, seen: StagingSeen, calling: ReadonlySet<AttemptId>, before: TeardownStep | undefined): StepState {
  if (stagingGone) return { kind: 'verified', says: stagingRemoval ? 'asked, and seen gone' : 'seen gone; they were not removed by this step', seq: stagingGone.seq };
  const pending = pendingState(stagingRemoval, calling);
  if (pending) return pending;
  if (before && !isOver(before.state)) return { kind: 'locked', needs: before.id, says: unlockedBy(before) };
  switch (seen.kind) {
    case 'unreadable': return { kind: 'blocked', refusal: seen.refusal };
    case 'there': return { kind: 'ready' };
    case 'gone': return goneState(stagingRemoval?.settlement?.disposition === 'applied', projections.at(-1)?.staged.at);
  }
}

function goneState(wasRemoved: boolean, lastSeen: NonNullable<Binding['projections'][number]>['staged']['at'] | undefined): StepState {
  if (wasRemoved) return { kind: 'already_gone', says: 'The staged copies were removed. That they are gone is read once more.' };
  return { kind: 'already_gone', ...(lastSeen !== undefined && { lastSeen }), says: 'The staged copies are not there any more, and no step removed them. That is read once more before it is recorded.' };
}

function lostOf(seen: StagingSeen): string {
  const what = seen.kind === 'there' ? `The copies of ${countText(seen.manifests, 'manifest')}, ${bytesText(seen.bytes)}, in the data folder` : 'The copies in the data folder';
  return `${what}: nothing of them is delivered or compared again.`;
}

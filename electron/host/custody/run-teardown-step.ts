import { unseenOf, type Binding } from '../../../shared/binding.ts';
import type { BindingId } from '../../../shared/ids.ts';
import type { ResourceRole } from '../../../shared/reference.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { teardownPlan, type Seen } from '../../../shared/teardown-plan.ts';
import type { TeardownStep, TeardownStepId } from '../../../shared/teardown.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import type { Means } from '../engine/means.ts';
import { noteProcess } from '../execution/observe.ts';
import { readerOf, whenReachable } from '../placement/identity.ts';
import { idGivenTo, lookAtCreated } from '../placement/look-at-created.ts';
import { bindingOf } from '../placement/prepare.ts';
import { resourceRef } from '../placement/worker-refs.ts';
import { askToRemove, askToStop, verifyAbsence, type TakenBack } from './engine-steps.ts';
import { lookAtResources } from './look-at-resources.ts';
import { noteItsProcess } from './note-its-process.ts';

/** Runs one step of the plan, after reading the engine again: what the window showed may be old. */
export async function runTeardownStep(means: Means, id: BindingId, stepId: TeardownStepId): Promise<Result<null>> {
  await noteUnseen(means, id);
  const unread = await noteItsProcess(means, id);
  const binding = bindingOf(means, id);
  const seen = await lookAtResources(means, binding);
  const plan = teardownPlan(binding, seen, means.attempts.calling, binding.spec.endpoint);
  const step = plan.steps.find((candidate) => candidate.id === stepId);
  if (!step) return refused(refusal('not_found', 'This worker has nothing of its own for this step.', 'Look at its plan again.'));
  const bar = barOfStep(step);
  if (bar) return refused(bar);
  const { role } = step.resource;
  if (role === 'staging') return refused(refusal('not_found', 'Staged copies are not on an engine.', 'Look at its plan again.'));
  if (step.state.kind === 'already_gone') return verifyGone(means, binding, role);
  if (stepId === 'stop_container') return stop(means, binding, seen.container);
  return unread ? refused(unread) : remove(means, binding, role, seen[role]);
}

/** Before it is taken back, what identifies it is recorded, where a preparation was cut before that; what is not there is for the look to tell. */
async function noteUnseen(means: Means, id: BindingId): Promise<void> {
  const binding = bindingOf(means, id);
  const unseen = unseenOf(binding);
  if (unseen.length === 0) return;
  await whenReachable(async () => {
    const reader = await readerOf(means.readers, binding);
    if (reader.ok) for (const role of unseen) await lookAtCreated(means, reader.value, binding, role);
    return ok(null);
  });
}

/** Why a step is not run, whatever it would do; nothing where it can be, or where what it removes is gone already. */
export function barOfStep({ title, state }: Pick<TeardownStep, 'title' | 'state'>): Refusal | undefined {
  switch (state.kind) {
    case 'ready':
    case 'already_gone': return undefined;
    case 'verified': return refusal('already_so', `“${title}” is verified already.`, 'Go on with the next step.');
    case 'blocked':
    case 'refused': return state.refusal;
    case 'locked': return refusal('blocked', state.says, 'Run the steps in their order.');
    case 'asking': return refusal('blocked', `“${title}” is under way.`, 'Wait until it has ended.');
    case 'unconfirmed': return refusal('unconfirmed', state.says, 'Look again.');
  }
}

async function stop(means: Means, binding: Binding, seen: Seen): Promise<Result<null>> {
  const container = takenBack(binding, 'container', binding.resources.container.present?.value.id ?? '');
  const result = resultOf(await askToStop(means, container, seen));
  if (!result.ok) return result;
  return whenReachable(async () => {
    const reader = await readerOf(means.readers, binding);
    if (reader.ok) await noteProcess(means, reader.value, binding.id);
    return ok(null);
  });
}

async function remove(means: Means, binding: Binding, role: ResourceRole, seen: Seen): Promise<Result<null>> {
  const { kind, name, present } = binding.resources[role];
  const result = resultOf(await askToRemove(means, takenBack(binding, role, kind === 'volume' ? name : (present?.value.id ?? '')), seen));
  return result.ok ? verifyGone(means, binding, role) : result;
}

/** Where it was never seen, by the id that its creation was told of; without one, its name is all there is to look by. */
export function verifyGone(means: Pick<Means, 'readers' | 'journal'>, binding: Binding, role: ResourceRole): Promise<Result<null>> {
  const resource = binding.resources[role];
  const { kind, name, present } = resource;
  return verifyAbsence(means, takenBack(binding, role, kind === 'volume' ? name : (present?.value.id ?? idGivenTo(resource) ?? name)));
}

function takenBack(binding: Binding, role: ResourceRole, id: string): TakenBack {
  const { kind, name, present } = binding.resources[role];
  const { endpoint, engine } = binding.spec;
  return { endpoint, engine, about: resourceRef(binding, role), kind, name, id, identity: present?.value };
}

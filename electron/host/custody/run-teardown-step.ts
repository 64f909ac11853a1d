import type { Binding } from '../../../shared/binding.ts';
import type { BindingId } from '../../../shared/ids.ts';
import { consoleItself, operator } from '../../../shared/receipt.ts';
import type { ResourceRole, VolumeRole } from '../../../shared/reference.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { teardownPlan } from '../../../shared/teardown-plan.ts';
import type { TeardownStep, TeardownStepId } from '../../../shared/teardown.ts';
import type { AttemptOutcome } from '../attempts/attempts.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import { readAbsence } from '../engine/absence.ts';
import type { Means } from '../engine/means.ts';
import { noteProcess } from '../execution/observe.ts';
import { readerOf, whenReachable } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';
import { resourceRef } from '../placement/worker-refs.ts';
import { lookAtResources } from './look-at-resources.ts';

const graceSeconds = 10;
const stopDeadlineSeconds = graceSeconds + 30;
const removeDeadlineSeconds = 60;

/** Runs one step of the plan, after reading the engine again: what the window showed may be old. */
export async function runTeardownStep(means: Means, id: BindingId, stepId: TeardownStepId): Promise<Result<null>> {
  const binding = bindingOf(means, id);
  const plan = teardownPlan(binding, await lookAtResources(means, binding), means.attempts.calling, binding.spec.endpoint);
  const step = plan.steps.find((candidate) => candidate.id === stepId);
  if (!step) return refused(refusal('not_found', 'This worker has nothing of its own for this step.', 'Look at its plan again.'));
  const bar = barOfStep(step);
  if (bar) return refused(bar);
  const { role } = step.resource;
  if (role === 'staging') return refused(refusal('not_found', 'Staged copies are not on an engine.', 'Look at its plan again.'));
  if (step.state.kind === 'already_gone') return verifyAbsence(means, binding, role);
  return stepId === 'stop_container' ? stop(means, binding) : remove(means, binding, role);
}

/** Why a step is not run, whatever it would do; nothing where it can be, or where what it removes is gone already. */
export function barOfStep({ title, state }: TeardownStep): Refusal | undefined {
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

async function stop(means: Means, binding: Binding): Promise<Result<null>> {
  const container = binding.resources.container.present?.value.id ?? '';
  const outcome = await means.attempts.run(
    { operation: 'stop_container', about: resourceRef(binding, 'container'), params: { container, graceSeconds }, actor: operator, deadlineSeconds: stopDeadlineSeconds },
    (mutations, token) => mutations.engine(binding.spec.endpoint, binding.spec.engine).stopContainer(token, container, { seconds: graceSeconds }),
  );
  const result = resultOf(outcome);
  if (!result.ok) return result;
  return whenReachable(async () => {
    const reader = await readerOf(means.readers, binding);
    if (reader.ok) await noteProcess(means, reader.value, binding.id);
    return ok(null);
  });
}

async function remove(means: Means, binding: Binding, role: ResourceRole): Promise<Result<null>> {
  const outcome = await removeOf(means, binding, role);
  const result = resultOf(outcome);
  return result.ok ? verifyAbsence(means, binding, role) : result;
}

function removeOf(means: Means, binding: Binding, role: ResourceRole): Promise<AttemptOutcome> {
  switch (role) {
    case 'container': return removeContainer(means, binding);
    case 'network': return removeNetwork(means, binding);
    case 'work':
    case 'state': return removeVolume(means, binding, role);
  }
}

function removeContainer({ attempts }: Means, binding: Binding): Promise<AttemptOutcome> {
  const container = binding.resources.container.present?.value.id ?? '';
  return attempts.run(
    { operation: 'remove_container', about: resourceRef(binding, 'container'), params: { container }, actor: operator, deadlineSeconds: removeDeadlineSeconds },
    (mutations, token) => mutations.engine(binding.spec.endpoint, binding.spec.engine).removeContainer(token, container),
  );
}

function removeNetwork({ attempts }: Means, binding: Binding): Promise<AttemptOutcome> {
  const network = binding.resources.network.present?.value.id ?? '';
  return attempts.run(
    { operation: 'remove_network', about: resourceRef(binding, 'network'), params: { network }, actor: operator, deadlineSeconds: removeDeadlineSeconds },
    (mutations, token) => mutations.engine(binding.spec.endpoint, binding.spec.engine).removeNetwork(token, network),
  );
}

function removeVolume({ attempts }: Means, binding: Binding, role: VolumeRole): Promise<AttemptOutcome> {
  const { name } = binding.resources[role];
  return attempts.run(
    { operation: 'remove_volume', about: resourceRef(binding, role), params: { name }, actor: operator, deadlineSeconds: removeDeadlineSeconds },
    (mutations, token) => mutations.engine(binding.spec.endpoint, binding.spec.engine).removeVolume(token, name),
  );
}

/** "Delete requested" is one fact, "absence verified" another: this reads and records the second. */
async function verifyAbsence(means: Means, binding: Binding, role: ResourceRole): Promise<Result<null>> {
  return whenReachable(async () => {
    const reader = await readerOf(means.readers, binding);
    if (!reader.ok) return reader;
    const { kind, name, present } = binding.resources[role];
    const absence = await readAbsence(reader.value, kind === 'volume' ? { kind, name } : { kind, id: present?.value.id ?? name }, { engine: binding.spec.engine });
    if (!absence.absent) return refused(refusal('unconfirmed', `The ${kind} ${name} is still there: ${absence.says}.`, 'Look again in a moment.'));
    means.journal.append({
      actor: consoleItself,
      about: resourceRef(binding, role),
      body: { kind: 'observation', fact: 'absent', value: { readings: [...absence.readings] }, source: 'read twice, over two connections' },
    });
    return ok(null);
  });
}

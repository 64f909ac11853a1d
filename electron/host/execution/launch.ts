import { randomBytes } from 'node:crypto';
import type { Binding } from '../../../shared/binding.ts';
import { isUp, type ContainerReading } from '../../../shared/engine-readings.ts';
import type { BindingId, ExecutionId } from '../../../shared/ids.ts';
import { launchBar } from '../../../shared/launch-bar.ts';
import { isPrepared } from '../../../shared/preparation.ts';
import { operator } from '../../../shared/receipt.ts';
import type { Ref } from '../../../shared/reference.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { guest, type LaunchRequest } from '../../../shared/worker-spec.ts';
import type { Means } from '../engine/means.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import { digestOf } from '../ledger/digest.ts';
import { containerOf, whenReachable } from '../placement/identity.ts';
import { bindingOf } from '../placement/prepare.ts';
import { executionRef } from '../placement/worker-refs.ts';
import { launchFile, launchFileArchive } from './launch-gate.ts';
import { noteProcess, noteProcessOf } from './observe.ts';

const fileDeadlineSeconds = 60;
const startDeadlineSeconds = 60;

/** Delivers the launch file, then starts the container: its gate becomes the harness with exactly this argv. */
export async function launch(means: Means, id: BindingId, request: LaunchRequest): Promise<Result<ExecutionId>> {
  return whenReachable(async () => {
    const binding = bindingOf(means, id);
    if (!isPrepared(binding)) return refused(refusal('blocked', 'The worker is not prepared yet.', 'Go on with its preparation first.'));
    const ours = await containerOf(means.readers, binding);
    if (!ours.ok) return ours;
    const { reader, container } = ours.value;
    const execution = randomBytes(16).toString('hex') as ExecutionId;
    const bar = whyNotNow(means, id, container) ?? barToEffects(means, executionRef(binding, execution));
    if (bar) return refused(bar);
    // A start that fails leaves its own exit code in the place of the last one.
    noteProcessOf(means, id, container);
    recordRequest(means, binding, execution, request);
    const delivered = await deliverLaunchFile(means, binding, execution, request, container.id);
    if (!delivered.ok) return delivered;
    const started = await start(means, binding, execution, container);
    if (!started.ok) return started;
    await noteProcess(means, reader, id);
    return ok(execution);
  });
}

/** As the ledger stands when the launch is about to be written, not as it stood before the engine was asked. */
function whyNotNow(means: Means, id: BindingId, { state }: ContainerReading): Refusal | undefined {
  if (isUp(state)) return refusal('already_so', `The container is ${state}.`, 'Stop it first: a worker runs one execution at a time.');
  if (state === 'removing' || state === 'dead') return refusal('blocked', `The container is ${state}.`, 'It cannot be started any more; tear the worker down.');
  return launchBar(bindingOf(means, id), means.attempts.calling);
}

/** A launch that nothing could come of is not written down. */
const barToEffects = ({ attempts }: Means, about: Ref): Refusal | undefined =>
  attempts.barTo({ operation: 'deliver', about, actor: operator }) ?? attempts.barTo({ operation: 'start_container', about, actor: operator });

function recordRequest({ journal }: Means, binding: Binding, execution: ExecutionId, request: LaunchRequest): void {
  journal.append({
    actor: operator,
    about: executionRef(binding, execution),
    body: { kind: 'observation', fact: 'launch_requested', value: request, source: 'the operator, at the window' },
  });
}

async function deliverLaunchFile({ attempts }: Means, binding: Binding, execution: ExecutionId, request: LaunchRequest, container: string): Promise<Result<unknown>> {
  const text = launchFile({ seat: binding.spec.seat, binding: binding.id, execution, request });
  const outcome = await attempts.run(
    {
      operation: 'deliver',
      about: executionRef(binding, execution),
      params: { container, folder: guest.gateFolder, launchFile: digestOf(text) },
      documents: [text],
      actor: operator,
      deadlineSeconds: fileDeadlineSeconds,
    },
    (mutations, token) => mutations.engine(binding.spec.endpoint, binding.spec.engine).putArchive(token, { container, folder: guest.gateFolder }, launchFileArchive(text)),
  );
  return resultOf(outcome);
}

async function start({ attempts }: Means, binding: Binding, execution: ExecutionId, container: ContainerReading): Promise<Result<unknown>> {
  const outcome = await attempts.run(
    {
      operation: 'start_container',
      about: executionRef(binding, execution),
      params: { container: container.id, startedBefore: container.startedAt },
      actor: operator,
      deadlineSeconds: startDeadlineSeconds,
    },
    (mutations, token) => mutations.engine(binding.spec.endpoint, binding.spec.engine).startContainer(token, container.id),
  );
  return resultOf(outcome);
}

import { externalPlan, type ExternalStepId } from '../../../shared/external-plan.ts';
import type { External } from '../../../shared/external.ts';
import { consoleItself, operator } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import type { AttemptOutcome } from '../attempts/attempts.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import { readAbsence } from '../engine/absence.ts';
import type { Means } from '../engine/means.ts';
import { readerAt, whenReachable } from '../placement/identity.ts';
import { lookAtExternal } from './look-at-external.ts';

const graceSeconds = 10;
const stopDeadlineSeconds = graceSeconds + 30;
const removeDeadlineSeconds = 60;

/** Takes back one thing that was given to this console, after reading it again: what the window showed may be old. */
export async function runExternalStep(means: Means, external: External, id: ExternalStepId): Promise<Result<null>> {
  const plan = externalPlan(external, await lookAtExternal(means, external), means.attempts.calling, external.endpoint);
  const step = plan.find((candidate) => candidate.id === id);
  if (!step) return refused(refusal('not_ours', `${external.ref.name} has no such step: it is not this console’s to take back.`, 'Look at it again.'));
  switch (step.state.kind) {
    case 'ready': return doStep(means, external, id);
    case 'already_gone': return verifyAbsence(means, external);
    case 'verified': return refused(refusal('already_so', `“${step.title}” is verified already.`, 'There is nothing to do.'));
    case 'blocked':
    case 'refused': return refused(step.state.refusal);
    case 'locked': return refused(refusal('blocked', step.state.says, 'Run the steps in their order.'));
    case 'asking': return refused(refusal('blocked', `“${step.title}” is under way.`, 'Wait until it has ended.'));
    case 'unconfirmed': return refused(refusal('unconfirmed', step.state.says, 'Look again.'));
  }
}

async function doStep(means: Means, external: External, id: ExternalStepId): Promise<Result<null>> {
  const result = resultOf(await ask(means, external, id));
  if (!result.ok) return result;
  return id === 'stop_container' ? ok(null) : verifyAbsence(means, external);
}

function ask({ attempts }: Means, { ref, endpoint }: External, id: ExternalStepId): Promise<AttemptOutcome> {
  const about = ref;
  switch (id) {
    case 'stop_container':
      return attempts.run({ operation: id, about, params: { container: ref.id, graceSeconds }, actor: operator, deadlineSeconds: stopDeadlineSeconds }, (mutations, token) =>
        mutations.engine(endpoint, ref.engine).stopContainer(token, ref.id, { seconds: graceSeconds }));
    case 'remove_container':
      return attempts.run({ operation: id, about, params: { container: ref.id }, actor: operator, deadlineSeconds: removeDeadlineSeconds }, (mutations, token) =>
        mutations.engine(endpoint, ref.engine).removeContainer(token, ref.id));
    case 'remove_network':
      return attempts.run({ operation: id, about, params: { network: ref.id }, actor: operator, deadlineSeconds: removeDeadlineSeconds }, (mutations, token) =>
        mutations.engine(endpoint, ref.engine).removeNetwork(token, ref.id));
    case 'remove_volume':
      return attempts.run({ operation: id, about, params: { name: ref.id }, actor: operator, deadlineSeconds: removeDeadlineSeconds }, (mutations, token) =>
        mutations.engine(endpoint, ref.engine).removeVolume(token, ref.id));
  }
}

async function verifyAbsence({ readers, journal }: Means, { ref, endpoint }: External): Promise<Result<null>> {
  return whenReachable(async () => {
    const reader = await readerAt(readers, { endpoint, engine: ref.engine });
    if (!reader.ok) return reader;
    const absence = await readAbsence(reader.value, ref.resource === 'volume' ? { kind: ref.resource, name: ref.id } : { kind: ref.resource, id: ref.id }, { engine: ref.engine });
    if (!absence.absent) return refused(refusal('unconfirmed', `The ${ref.resource} ${ref.name} is still there: ${absence.says}.`, 'Look again in a moment.'));
    journal.append({ actor: consoleItself, about: ref, body: { kind: 'observation', fact: 'absent', value: { readings: [...absence.readings] }, source: 'read twice, over two connections' } });
    return ok(null);
  });
}

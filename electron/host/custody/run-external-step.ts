import { externalPlan, type ExternalStepId } from '../../../shared/external-plan.ts';
import type { External } from '../../../shared/external.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import type { Means } from '../engine/means.ts';
import { takeInventory } from '../placement/inventory.ts';
import { readerAt, whenReachable } from '../placement/identity.ts';
import { askToRemove, askToStop, verifyAbsence, type TakenBack } from './engine-steps.ts';
import { lookAtExternal } from './look-at-external.ts';
import { barOfStep } from './run-teardown-step.ts';

/** Takes back one thing that was given to this console, after reading it again: what the window showed may be old. */
export async function runExternalStep(means: Means, external: External, id: ExternalStepId): Promise<Result<null>> {
  const seen = await lookAtExternal(means, external);
  const plan = externalPlan(external, seen, means.attempts.calling, external.endpoint);
  const step = plan.find((candidate) => candidate.id === id);
  if (!step) return refused(refusal('not_ours', `${external.ref.name} has no such step: it is not this console’s to take back.`, 'Look at it again.'));
  if (step.state.kind === 'verified') return refused(refusal('already_so', `“${step.title}” is verified already.`, 'There is nothing to do.'));
  const bar = barOfStep(step);
  if (bar) return refused(bar);
  const thing: TakenBack = { endpoint: external.endpoint, engine: external.ref.engine, about: external.ref, kind: external.ref.resource, name: external.ref.name, id: external.ref.id, identity: external.identity };
  if (step.state.kind === 'already_gone') return verifyAbsence(means, thing);
  const counted = await countBefore(means, external);
  if (!counted.ok) return counted;
  const result = resultOf(id === 'stop_container' ? await askToStop(means, thing, seen) : await askToRemove(means, thing, seen));
  if (!result.ok) return result;
  return id === 'stop_container' ? ok(null) : verifyAbsence(means, thing);
}

/** What was given may be the first that this console has an effect on there. */
async function countBefore({ readers, journal }: Means, { endpoint, ref }: External): Promise<Result<null>> {
  if (journal.world.inventories.has(ref.engine)) return ok(null);
  return whenReachable(async () => {
    const reader = await readerAt(readers, { endpoint, engine: ref.engine });
    if (reader.ok) await takeInventory(journal, reader.value, ref.engine);
    return reader.ok ? ok(null) : reader;
  });
}

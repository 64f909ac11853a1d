import type { BindingId } from '../../../shared/ids.ts';
import type { Binding } from '../../../shared/binding.ts';
import { consoleItself, operator } from '../../../shared/receipt.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused, type Result } from '../../../shared/result.ts';
import { resultOf } from '../attempts/outcome-result.ts';
import { bindingOf } from '../placement/prepare.ts';
import { bindingRef } from '../placement/worker-refs.ts';
import { lookAtStaging } from '../projection/look-at-staging.ts';
import { planTeardown, type StagingMeans } from './plan-teardown.ts';
import { barOfStep } from './run-teardown-step.ts';

const deadlineSeconds = 120;

/** The last step: what the console itself keeps for a worker. */
export async function removeStaging(means: StagingMeans, id: BindingId): Promise<Result<null>> {
  const binding = bindingOf(means, id);
  const plan = await planTeardown(means, binding, binding.spec.endpoint);
  const step = plan.steps.find((candidate) => candidate.id === 'remove_staging');
  if (!step) return refused(refusal('not_found', 'Nothing was staged for this worker.', 'Look at its plan again.'));
  const bar = barOfStep(step);
  if (bar) return refused(bar);
  const before = await lookAtStaging(means.dataFolder, binding);
  const manifests = before.kind === 'there' ? before.manifests : 0;
  if (step.state.kind === 'already_gone') return verifyGone(means, binding, manifests);
  const outcome = await means.attempts.run(
    { operation: 'remove_staging', about: bindingRef(binding), params: { manifests }, actor: operator, deadlineSeconds },
    (mutations, token) => mutations.staging.remove(token, id),
  );
  const result = resultOf(outcome);
  return result.ok ? verifyGone(means, binding, manifests) : result;
}

/** That it was asked is one fact, that they are gone another: this reads and records the second. */
async function verifyGone({ dataFolder, journal }: StagingMeans, binding: Binding, manifests: number): Promise<Result<null>> {
  const seen = await lookAtStaging(dataFolder, binding);
  if (seen.kind === 'unreadable') return refused(seen.refusal);
  if (seen.kind === 'there') return refused(refusal('unconfirmed', 'The folder of the staged copies is still there.', 'Look again in a moment.'));
  journal.append({ actor: consoleItself, about: bindingRef(binding), body: { kind: 'observation', fact: 'unstaged', value: { manifests }, source: 'read the data folder' } });
  return ok(null);
}

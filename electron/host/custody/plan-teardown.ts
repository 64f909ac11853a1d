import type { Binding } from '../../../shared/binding.ts';
import { withStagingStep } from '../../../shared/staging-step.ts';
import type { TeardownPlan } from '../../../shared/teardown.ts';
import { teardownPlan } from '../../../shared/teardown-plan.ts';
import type { Means } from '../engine/means.ts';
import { lookAtStaging } from '../projection/look-at-staging.ts';
import { lookAtResources } from './look-at-resources.ts';

export type StagingMeans = Means & { readonly dataFolder: string };

/** Everything of a worker that is to be taken back, wherever it is, as it is seen now. */
export async function planTeardown(means: StagingMeans, binding: Binding, engineLabel: string): Promise<TeardownPlan> {
  const { calling } = means.attempts;
  const [seen, staging] = await Promise.all([lookAtResources(means, binding), lookAtStaging(means.dataFolder, binding)]);
  return withStagingStep(teardownPlan(binding, seen, calling, engineLabel), binding, staging, calling);
}

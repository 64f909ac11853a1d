import type { Requests } from '../../../shared/bridge.ts';
import { ok } from '../../../shared/result.ts';
import { planTeardown } from '../custody/plan-teardown.ts';
import { removeStaging } from '../custody/remove-staging.ts';
import { runTeardownStep } from '../custody/run-teardown-step.ts';
import type { Desk } from '../desk.ts';
import { withBinding } from './worker-requests.ts';

export function custodyRequests(desk: Desk): Pick<Requests, 'planTeardown' | 'runTeardownStep'> {
  return {
    planTeardown: ({ binding }) => withBinding(desk, binding, async (found) => ok(await planTeardown(desk, found, desk.directory.labelOf(found.spec.endpoint)))),

    runTeardownStep: ({ binding, step }) =>
      withBinding(desk, binding, ({ spec }) =>
        desk.tasks.run({ label: `Taking back ${spec.seat}`, binding, unit: 'steps', cancellable: false, ...(step !== 'stop_container' && { use: 'removed' }) }, () =>
          (step === 'remove_staging' ? removeStaging(desk, binding) : runTeardownStep(desk, binding, step))),
      ),
  };
}

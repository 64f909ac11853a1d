import type { Requests } from '../../../shared/bridge.ts';
import { refusal } from '../../../shared/refusal.ts';
import { ok, refused } from '../../../shared/result.ts';
import { planTeardown } from '../custody/plan-teardown.ts';
import { removeStaging } from '../custody/remove-staging.ts';
import { runTeardownStep } from '../custody/run-teardown-step.ts';
import type { Desk } from '../desk.ts';
import { withBinding } from './worker-requests.ts';

export function custodyRequests(desk: Desk): Pick<Requests, 'planTeardown' | 'runTeardownStep'> {
  return {
    planTeardown: ({ binding }) => withBinding(desk, binding, async (found) => ok(await planTeardown(desk, found, desk.directory.labelOf(found.spec.endpoint)))),

    runTeardownStep: ({ binding, step }) =>
      withBinding(desk, binding, async ({ spec }) => {
        const held = step === 'stop_container' ? undefined : desk.tasks.holding(binding);
        if (held) return refused(refusal('blocked', `“${held.label}” is under way, and needs what would be removed.`, held.cancellable ? 'Wait until it has ended, or cancel it.' : 'Wait until it has ended.'));
        return desk.tasks.run({ label: `Taking back ${spec.seat}`, binding, unit: 'steps', cancellable: false }, () => (step === 'remove_staging' ? removeStaging(desk, binding) : runTeardownStep(desk, binding, step)));
      }),
  };
}

import type { Requests } from '../../../shared/bridge.ts';
import { isHeld, type Binding } from '../../../shared/binding.ts';
import { ok } from '../../../shared/result.ts';
import { teardownPlan } from '../../../shared/teardown-plan.ts';
import { lookAtResources } from '../custody/look-at-resources.ts';
import { runTeardownStep } from '../custody/run-teardown-step.ts';
import type { Desk } from '../desk.ts';
import { bindingOf } from '../placement/prepare.ts';
import { forgetStaging } from '../projection/staging-folder.ts';
import { withBinding } from './worker-requests.ts';

export function custodyRequests(desk: Desk): Pick<Requests, 'planTeardown' | 'runTeardownStep'> {
  return {
    planTeardown: ({ binding }) =>
      withBinding(desk, binding, async (found) =>
        ok(teardownPlan(found, await lookAtResources(desk, found), desk.attempts.calling, desk.directory.labelOf(found.spec.endpoint))),
      ),

    runTeardownStep: ({ binding, step }) =>
      withBinding(desk, binding, ({ spec }) =>
        desk.tasks.run({ label: `Taking back ${spec.seat}`, binding, unit: 'steps', cancellable: false }, async () => {
          const done = await runTeardownStep(desk, binding, step);
          if (done.ok && holdsNothing(bindingOf(desk, binding))) await forgetStaging(desk.dataFolder, binding);
          return done;
        }),
      ),
  };
}

const holdsNothing = ({ resources }: Binding): boolean => !Object.values(resources).some(isHeld);

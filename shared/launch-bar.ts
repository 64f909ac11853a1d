import { isHeld, type Binding } from './binding.ts';
import { runs } from './execution-results.ts';
import type { AttemptId } from './ids.ts';
import { openAttemptBar } from './open-attempt-bar.ts';
import type { Operation } from './operations.ts';
import type { Refusal } from './refusal.ts';

/** Each of these may put files there, begin the process that reads the launch file, or end it: also long after it was asked. */
const unsettling: ReadonlySet<Operation> = new Set<Operation>(['deliver', 'start_container', 'stop_container', 'remove_container']);

/** Which open attempt of a worker stands in the way of a launch, and why. */
export function launchBar({ open }: Pick<Binding, 'open'>, calling: ReadonlySet<AttemptId>): Refusal | undefined {
  const inTheWay = open.find(({ operation }) => unsettling.has(operation));
  return inTheWay && openAttemptBar(inTheWay, calling, { why: whyInTheWay(inTheWay.operation), after: 'another launch can be asked for' });
}

const whyInTheWay = (operation: Operation): string => {
  switch (operation) {
    case 'deliver': return 'its files may be half there';
    case 'start_container': return 'it may still happen, and would run whatever the launch file says by then';
    default: return 'it may still happen, and would end what is launched now';
  }
};

/** Why no launch is offered; nothing of it while the one that was just asked for is under way. */
export function launchObstacle(binding: Binding, calling: ReadonlySet<AttemptId>, isAsking: boolean): string | undefined {
  if (runs(binding)) return 'A process runs here. Another can be launched when it has ended.';
  if (!isHeld(binding.resources.container)) return 'There is no container of this worker to launch in.';
  const bar = isAsking ? undefined : launchBar(binding, calling);
  return bar && `${bar.says} ${bar.todo}`;
}

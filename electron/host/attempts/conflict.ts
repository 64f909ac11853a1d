import type { Attempt } from '../../../shared/attempt.ts';
import type { AttemptId } from '../../../shared/ids.ts';
import { labelOf, type Operation } from '../../../shared/operations.ts';
import { refusal, type Refusal } from '../../../shared/refusal.ts';
import type { Ref } from '../../../shared/reference.ts';

/** What an attempt touches: while one is open, no other starts that touches any of the same. */
function touchedBy(operation: Operation, about: Ref): readonly string[] {
  // A start that is open may still read the launch file. A stop does not: it waits for no delivery.
  if (operation === 'deliver' && about.kind === 'execution') return [`files of ${about.binding}`, `launch file of ${about.binding}`];
  if (operation === 'start_container' && about.kind === 'execution') return [thingOf(operation, about), `launch file of ${about.binding}`];
  if (operation === 'deliver' && 'binding' in about) return [`files of ${about.binding}`];
  return [thingOf(operation, about)];
}

function thingOf(operation: Operation, about: Ref): string {
  switch (about.kind) {
    // What an installation lets out goes to a place of its own each time.
    case 'installation': return `${operation} of the installation`;
    case 'endpoint': return about.endpoint;
    case 'engine': return about.engine;
    case 'image': return `${about.engine} ${about.reference}`;
    case 'binding': return about.binding;
    case 'projection': return `files of ${about.binding}`;
    case 'resource': return `${about.role} of ${about.binding}`;
    case 'execution': return `container of ${about.binding}`;
    case 'external': return `${about.resource} ${about.id} on ${about.engine}`;
    case 'artifact': return `${about.path} of ${about.binding}`;
  }
}

type Asked = Pick<Attempt, 'operation' | 'about'>;

export function touchSame(one: Asked, other: Asked): boolean {
  const touched = touchedBy(one.operation, one.about);
  return touchedBy(other.operation, other.about).some((thing) => touched.includes(thing));
}

/** An engine whose start nobody saw is what may need to be stopped: it hangs, or its answer was lost. */
const mayEnd = (asked: Asked, open: Attempt, calling: ReadonlySet<AttemptId>): boolean => asked.operation === 'stop_engine' && open.operation === 'start_engine' && !calling.has(open.id);

/** Why this may not start now, if it may not. */
export function conflictWith(open: Iterable<Attempt>, calling: ReadonlySet<AttemptId>, asked: Asked): Refusal | undefined {
  for (const attempt of open) {
    if (!touchSame(attempt, asked) || mayEnd(asked, attempt, calling)) continue;
    const label = labelOf(attempt.operation);
    return calling.has(attempt.id)
      ? refusal('blocked', `“${label}” is under way for the same thing.`, 'Wait until it has ended.')
      : refusal('unconfirmed', `“${label}” for the same thing is unconfirmed: it may or may not have happened.`, 'Look again; nothing is asked twice until it is seen which.');
  }
  return undefined;
}

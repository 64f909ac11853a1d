import type { ContainerState } from '../../shared/engine-readings.ts';
import type { EvidenceMark } from '../../shared/evidence-mark.ts';

/** An engine's listing is something we read: a running container was seen to run, a dead one is in conflict. */
const marks: Readonly<Record<ContainerState, EvidenceMark>> = {
  created: 'seen',
  running: 'seen',
  paused: 'seen',
  restarting: 'needs_person',
  removing: 'asked',
  exited: 'seen',
  dead: 'refused',
};

export const markOfState = (state: ContainerState): EvidenceMark => marks[state];

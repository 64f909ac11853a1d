import type { Binding } from './binding.ts';
import type { EvidenceMark } from './evidence-mark.ts';
import { rungSchema, type Rung, type RungState } from './facts.ts';

export interface RungView {
  readonly rung: Rung;
  readonly label: string;
  readonly mark: EvidenceMark;
  readonly says: string;
}

const labels: Readonly<Record<Rung, string>> = {
  provider_reachable: 'Provider reachable',
  filesystem_projected: 'Filesystem projected',
  process_started: 'Process started',
  team_identity: 'Team identity authenticated',
  task_completed: 'Task completed',
};

export const rungMarks: Readonly<Record<RungState, EvidenceMark>> = { seen: 'seen', not_seen: 'asked', unsupported: 'none' };

/** What is ready, rung by rung. One rung never stands for another. */
export function readinessRungs(binding: Binding): readonly RungView[] {
  return rungSchema.options.map((rung) => {
    const noted = binding.readiness[rung];
    return noted
      ? { rung, label: labels[rung], mark: rungMarks[noted.value.state], says: noted.value.says }
      : { rung, label: labels[rung], mark: 'none', says: 'not looked at yet' };
  });
}

import { readBackOf, type Binding } from '../../../shared/binding.ts';
import { executionOfResults } from '../../../shared/execution-results.ts';
import type { FactValue } from '../../../shared/facts.ts';

type RungValue = FactValue<'readiness'>;

/** What each rung shows by itself: none is inferred from another. `trouble` is why the engine could not be read. */
export function rungsOf(binding: Binding, trouble: string | undefined): readonly RungValue[] {
  return [
    trouble === undefined
      ? { rung: 'provider_reachable', state: 'seen', says: 'the engine answers with the id that was recorded' }
      : { rung: 'provider_reachable', state: 'not_seen', says: trouble },
    filesystemRung(binding),
    processRung(binding),
    { rung: 'team_identity', state: 'unsupported', says: 'this worker has no route to a team' },
    completionRung(binding),
  ];
}

function filesystemRung({ projections }: Binding): RungValue {
  const rung = 'filesystem_projected';
  const latest = projections.at(-1);
  if (!latest) return { rung, state: 'not_seen', says: 'no files were staged for it' };
  const delivered = readBackOf(latest)?.value;
  if (!delivered) return { rung, state: 'not_seen', says: latest.delivered ? 'its files were asked for again and not read back since' : 'its files are staged and not delivered' };
  return delivered.matched === delivered.files
    ? { rung, state: 'seen', says: `${delivered.files} of ${delivered.files} files were read back with their hash` }
    : { rung, state: 'not_seen', says: `${delivered.matched} of ${delivered.files} files were read back with their hash` };
}

function processRung(binding: Binding): RungValue {
  const rung = 'process_started';
  const process = executionOfResults(binding)?.process?.value;
  return process ? { rung, state: 'seen', says: `the engine shows a start at ${toTheSecond(process.startedAt)}` } : { rung, state: 'not_seen', says: 'no start was seen' };
}

/** Of an engine’s time, which is in UTC: how exact it is, its own fact keeps. */
const toTheSecond = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;

function completionRung(binding: Binding): RungValue {
  const rung = 'task_completed';
  const process = executionOfResults(binding)?.process?.value;
  if (!process) return { rung, state: 'not_seen', says: binding.executions.length > 0 ? 'no start was seen' : 'nothing was launched' };
  if (process.state === 'running') return { rung, state: 'not_seen', says: 'the main process runs' };
  return process.exitCode === 0
    ? { rung, state: 'seen', says: 'the main process ended with exit code 0; whether the work is good, its results show' }
    : { rung, state: 'not_seen', says: `the main process ended with exit code ${process.exitCode}${process.outOfMemory ? ', out of memory' : ''}` };
}

import { readBackOf, type Binding, type Noted, type Projection } from './binding.ts';
import type { EvidenceMark } from './evidence-mark.ts';
import { executionOfResults, runs } from './execution-results.ts';
import type { FactValue, Rung, RungState } from './facts.ts';

export interface RungView {
  readonly rung: Rung;
  readonly label: string;
  readonly mark: EvidenceMark;
  readonly says: string;
}

type Line = Pick<Noted<unknown>, 'seq' | 'at'>;

/** A rung as it stands, and the receipt that it follows from, where there is one. */
export interface RungNow extends FactValue<'readiness'> {
  readonly line?: Line;
}

/**
 * Who answers at a worker’s endpoint while it is shown. `reading`: itself, and what is on it was not all read on this
 * connection yet; `asked`: nobody yet, as nobody was asked for long; `not_known`: only its receipts are there to tell.
 */
export type EngineNow = 'itself' | 'reading' | 'another' | 'asked' | 'silent' | 'not_known';

/** It can be asked about its worker. */
export const isThere = (engine: EngineNow): boolean => engine === 'itself' || engine === 'reading';

const labels: Readonly<Record<Rung, string>> = {
  provider_reachable: 'Provider reachable',
  filesystem_projected: 'Filesystem projected',
  process_started: 'Process started',
  team_identity: 'Team identity authenticated',
  task_completed: 'Task completed',
};

export const rungMarks: Readonly<Record<RungState, EvidenceMark>> = { seen: 'seen', not_seen: 'asked', unsupported: 'none' };

export const providerAnswers: RungNow = { rung: 'provider_reachable', state: 'seen', says: 'the engine answers with the id that was recorded' };

/** What is ready, rung by rung. One rung never stands for another. */
export const readinessRungs = (binding: Binding, engine: EngineNow): readonly RungView[] =>
  readinessNow(binding, engine).map((now) => ({ rung: now.rung, label: labels[now.rung], mark: markOf(now), says: now.says }));

/** What nothing was asked for has no mark. */
const markOf = ({ state, line }: RungNow): EvidenceMark => (state === 'not_seen' && !line ? 'none' : rungMarks[state]);

/** Folded from all that is known up to now: what was noted of it at an earlier look holds only for the engine itself, once it was read there again. */
export const readinessNow = (binding: Binding, engine: EngineNow): readonly RungNow[] => [providerRung(binding, engine), ...rungsOfFacts(binding, engine === 'itself')];

function providerRung({ readiness: { provider_reachable: noted } }: Binding, engine: EngineNow): RungNow {
  const rung = 'provider_reachable';
  const wasSeen = noted?.value.state === 'seen';
  switch (engine) {
    // A connection may stand to an engine that was asked since, and gave no answer.
    case 'itself':
    case 'reading': return noted && !wasSeen ? { rung, ...noted.value, line: noted } : providerAnswers;
    case 'another': return { rung, state: 'not_seen', says: 'another engine answers there', ...(noted && { line: noted }) };
    case 'asked': return { rung, state: 'not_seen', says: wasSeen ? `the engine answered at ${toTheSecond(noted.at)}, and is asked now` : 'the engine is asked, no answer yet', ...(noted && { line: noted }) };
    case 'silent': return { rung, state: 'not_seen', says: wasSeen ? `the engine answered at ${toTheSecond(noted.at)}, and is not seen to answer now` : 'the engine is not seen to answer', ...(noted && { line: noted }) };
    case 'not_known':
      if (!noted) return { rung, state: 'not_seen', says: 'not looked at yet' };
      return { rung, ...(wasSeen ? { state: 'seen', says: 'the engine answered with the id that was recorded' } : noted.value), line: noted };
  }
}

/** What each of the others shows by itself: none is inferred from another. `answers`: its engine was just read. */
export const rungsOfFacts = (binding: Binding, answers: boolean): readonly RungNow[] => [
  filesystemRung(binding),
  processRung(binding),
  { rung: 'team_identity', state: 'unsupported', says: 'this worker has no route to a team' },
  completionRung(binding, answers),
];

function filesystemRung({ projections }: Binding): RungNow {
  const rung = 'filesystem_projected';
  const latest = projections.at(-1);
  if (!latest) return { rung, state: 'not_seen', says: 'no files were staged for it' };
  const read = readBackOf(latest);
  if (!read) return { rung, state: 'not_seen', ...withoutReadBack(latest) };
  const { files, matched } = read.value;
  return { rung, state: matched === files ? 'seen' : 'not_seen', says: `${matched} of ${files} files were read back with their hash`, line: read };
}

function withoutReadBack({ staged, deliveries, delivered }: Projection): Required<Pick<RungNow, 'says' | 'line'>> {
  const asked = deliveries.findLast(({ settlement }) => settlement?.disposition !== 'refused');
  if (!asked) return { says: 'its files are staged and not delivered', line: staged };
  return { says: delivered ? 'its files were asked for again and not read back since' : 'their delivery was asked for, and they were not read back since', line: asked.settlement ?? asked.intent };
}

function processRung(binding: Binding): RungNow {
  const rung = 'process_started';
  const execution = executionOfResults(binding);
  const process = execution?.process;
  if (!process) return { rung, state: 'not_seen', says: noStart(binding), ...(execution && { line: execution.request }) };
  return { rung, state: 'seen', says: `the engine shows a start at ${toTheSecond(process.value.startedAt)}`, line: process };
}

const noStart = ({ executions }: Binding): string => (executions.some(({ process }) => process) ? 'no start of the last launch was seen' : 'no start was seen');

/** Of a time in UTC: how exact it is, its own fact keeps. */
const toTheSecond = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;

function completionRung(binding: Binding, answers: boolean): RungNow {
  const rung = 'task_completed';
  const execution = executionOfResults(binding);
  const process = execution?.process;
  if (!process) return { rung, state: 'not_seen', says: binding.executions.length > 0 ? noStart(binding) : 'nothing was launched', ...(execution && { line: execution.request }) };
  const { value } = process;
  if (value.state === 'running') return { rung, state: 'not_seen', says: answers && runs(binding) ? 'the main process runs' : 'the main process ran when it was last seen', line: process };
  return value.exitCode === 0
    ? { rung, state: 'seen', says: 'the main process ended with exit code 0; whether the work is good, its results show', line: process }
    : { rung, state: 'not_seen', says: `the main process ended with exit code ${value.exitCode}${value.outOfMemory ? ', out of memory' : ''}`, line: process };
}

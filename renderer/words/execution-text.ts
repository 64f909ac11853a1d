import { attemptEvident } from '../../shared/attempt.ts';
import type { Execution } from '../../shared/binding.ts';
import type { Evident } from '../../shared/evidence-mark.ts';
import type { AttemptId } from '../../shared/ids.ts';
import type { EngineNow } from '../../shared/readiness.ts';

/** How far an execution got, in the window's grammar: seen in the guest, else what its attempts say. `now`: who answers for its container, `gone` where that is verified absent. */
export function executionEvident({ process, start, delivery }: Execution, calling: ReadonlySet<AttemptId>, now: EngineNow | 'gone'): Evident {
  if (process?.value.state === 'running') return runningEvident(now);
  if (process?.value.state === 'exited') {
    const { exitCode, outOfMemory } = process.value;
    return { mark: exitCode === 0 ? 'seen' : 'needs_person', says: `Ended with exit code ${exitCode}${outOfMemory ? ', out of memory' : ''}` };
  }
  const attempt = start ?? delivery;
  return attempt ? attemptEvident(attempt, calling) : { mark: 'asked', says: 'Launch recorded, not started' };
}

function runningEvident(now: EngineNow | 'gone'): Evident {
  if (now === 'itself') return { mark: 'seen', says: 'Runs' };
  return { mark: 'accepted', says: now === 'gone' ? 'Ran when it was last seen; how it ended is not known' : 'Ran when it was last seen' };
}

/** An argument as it could be typed: quoted only where it must be. */
const shellWord = (argument: string): string => (/^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`);

export const argvText = (argv: readonly string[]): string => argv.map(shellWord).join(' ');

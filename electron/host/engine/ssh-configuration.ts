import { execFile } from 'node:child_process';
import { codeOf } from '../../../shared/error-code.ts';
import { sshQuestion, type SshReach } from './ssh-arguments.ts';
import { LastLines, whySshFailed } from './ssh-errors.ts';

/** What the account's own configuration would make of the one `ssh` that is to be run. */
export interface SshConfiguration {
  /** Forwards it would open besides ours, as `ssh` tells them. */
  readonly forwards: readonly string[];
  /** It would leave its process, and go on where nobody knows it. Only a `ssh` that can do so tells of it. */
  readonly forks: boolean;
}

const answersWithinMs = 10_000;

/** Reads what `ssh -G` tells: a keyword and its value in each line. */
export function readSshConfiguration(told: string): SshConfiguration {
  const lines = told.split('\n').map((line) => line.trim());
  return {
    forwards: lines.filter((line) => /^(?:local|remote|dynamic)forward\s/i.test(line)),
    forks: lines.some((line) => /^forkafterauthentication\s+yes$/i.test(line)),
  };
}

/** Asks `ssh` itself, which connects to nobody for it. A text says why it does not tell. */
export function askSsh(reach: SshReach, signal: AbortSignal): Promise<SshConfiguration | string> {
  return new Promise((resolve) => {
    execFile('ssh', sshQuestion(reach), { timeout: answersWithinMs, signal }, (error, told, complaints) => {
      if (!error) return resolve(readSshConfiguration(told));
      if (error.killed || signal.aborted) return resolve('ssh does not tell how it is set up');
      if (codeOf(error) === 'ENOENT') return resolve('ssh cannot be run on this machine');
      const said = new LastLines();
      said.add(complaints);
      resolve(whySshFailed(said.lines));
    });
  });
}

/** Why the way is not opened: it is for the engine's socket alone, and `ssh` has no word that drops only the other forwards. A host of its own has those of every host too. */
export const whyNotBeside = ([first = '']: readonly string[], host: string): string =>
  `your ssh configuration opens something else to ${host} as well (${first}), and this way is for the engine’s socket alone: give the engine a Host of its own there, without forwards, and leave it out where they are for every host (Host * !${host})`;

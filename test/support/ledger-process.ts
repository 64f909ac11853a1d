import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { programOf } from './built.ts';

type Job = 'append' | 'ask' | 'hold';

/** Another process that does its job in a data folder and says in one line when it is done. */
export async function aLedgerProcess(job: Job, folder: string): Promise<{ readonly says: string; readonly pid: number; kill(): Promise<void> }> {
  const { file, execArgv } = programOf('ledger-process-main');
  const child = spawn(process.execPath, [...execArgv, file, job, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const says = await firstLineOf(child);
  return {
    says,
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function firstLineOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new TypeError('the process has no output');
  for await (const line of createInterface(stdout)) return line;
  return '';
}

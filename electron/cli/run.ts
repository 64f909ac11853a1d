import { readFile } from 'node:fs/promises';
import { parseArguments, usage, type Command } from './arguments.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import type { SpawnThread } from '../host/ledger/threads/spawn-threads.ts';
import { verdictOf } from '../host/ledger/verify/verdict.ts';
import { exitCodeOf } from './outcome.ts';
import { reportJson, reportText } from './report-text.ts';
import { verifyFile } from './verify-file.ts';

/** Where a command says what it found, and what kept it from finding anything. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

export async function run(given: readonly string[], streams: Streams, spawn: SpawnThread): Promise<ExitCode> {
  const command = parseArguments(given);
  switch (command.kind) {
    case 'help': streams.out(usage); return exitCodes.verified;
    case 'version': streams.out(`${await version()}\n`); return exitCodes.verified;
    case 'misuse': streams.error(`${command.says}\n\n${usage}`); return exitCodes.notVerified;
    case 'verify': return verify(command, streams, spawn);
  }
}

async function verify(command: Extract<Command, { readonly kind: 'verify' }>, { out, error }: Streams, spawn: SpawnThread): Promise<ExitCode> {
  const outcome = await verifyFile(command, spawn);
  if (!outcome.ok) {
    if (command.json) out(`${JSON.stringify({ v: 1, file: command.file, verdict: 'not_verified', exit: exitCodes.notVerified, says: outcome.says }, null, 2)}\n`);
    else error(`Not verified: ${outcome.says}\n`);
    return exitCodes.notVerified;
  }
  out(command.json ? reportJson(outcome.verified) : reportText(outcome.verified));
  return exitCodeOf(verdictOf(outcome.verified.report));
}

async function version(): Promise<string> {
  const { version: number } = JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8')) as { readonly version: string };
  return number;
}

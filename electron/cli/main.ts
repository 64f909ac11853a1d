#!/usr/bin/env node
import { spawnThreads } from '../host/ledger/threads/spawn-threads.ts';
import { exitCodes } from './exit-codes.ts';
import { run } from './run.ts';

try {
  const streams = { out: (text: string) => void process.stdout.write(text), error: (text: string) => void process.stderr.write(text) };
  process.exitCode = await run(process.argv.slice(2), streams, spawnThreads({ folder: import.meta.dirname, ending: '.js' }));
} catch (error) {
  process.stderr.write(`Not verified, because the command itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = exitCodes.notVerified;
}

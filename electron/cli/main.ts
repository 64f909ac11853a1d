#!/usr/bin/env node
import { exitCodes } from './exit-codes.ts';
import { run } from './run.ts';

try {
  process.exitCode = await run(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
  });
} catch (error) {
  process.stderr.write(`Not verified, because the command itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = exitCodes.notVerified;
}

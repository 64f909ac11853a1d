import { spawn } from 'node:child_process';
import { endWithLock } from './lock.mjs';

/** A program's failure: its own words tell more than our stack. */
export class ProgramFailedError extends Error {
  name = 'ProgramFailedError';
}

/**
 * Runs a program to its end and gives back what it printed. A failure carries the last lines of that.
 * `survives` is for what must not be cut off in the middle, also when this process is.
 */
export function run(command, args, { survives = false, ...options } = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  if (!survives) endWithLock(child.pid);
  const output = { stdout: '', all: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
    output.all += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.all += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(output.stdout);
      reject(new ProgramFailedError(`${command} ${args.join(' ')} ended with ${signal ?? code}\n${lastLines(output.all)}`));
    });
  });
}

function lastLines(text) {
  return text.trim().split('\n').slice(-25).join('\n');
}

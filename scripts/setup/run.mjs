import { spawn } from 'node:child_process';
import { adopt } from './lock.mjs';

/** Runs a program to its end and gives back what it printed. A failure carries the last lines of that. */
export function run(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  adopt(child.pid);
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
      reject(new Error(`${command} ${args.join(' ')} ended with ${signal ?? code}\n${lastLines(output.all)}`));
    });
  });
}

function lastLines(text) {
  return text.trim().split('\n').slice(-25).join('\n');
}

import { spawn } from 'node:child_process';
import { root } from '../setup/places.mjs';

const running = new Set();

/** Runs a tool in front of the reader's eyes and resolves to its exit code. */
export function runTool(command, args, { cwd = root, env = process.env } = {}) {
  // Its own process group, so that its helpers can be stopped with it.
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  running.add(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

export function stopTools() {
  for (const child of running) signalGroup(child.pid, 'SIGKILL');
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

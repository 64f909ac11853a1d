import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRoot } from '../setup/places.mjs';
import { identify, isAlive } from '../setup/processes.mjs';
import { say } from '../setup/say.mjs';

// A short path: the engine's socket is below it, and socket paths are limited to 107 characters.
const parent = isRoot && process.platform === 'linux' ? '/tmp' : os.tmpdir();
const prefix = 'bailiwick-test-';
const memoryNeeded = 4 * 1024 ** 3;

/** Everything one run leaves behind is in this folder, or is a process or a mount that names it. What measures a disk keeps it there. */
export function createRunFolder({ inMemory }) {
  const folder = mkdtempSync(path.join(parent, prefix));
  if (inMemory) keepInMemory(folder);
  chmodSync(folder, 0o755);
  writeFileSync(ownerFile(folder), identify(process.pid));
  return folder;
}

/** Most of a ledger’s time is waiting for the disk, and no test pulls the plug: what is killed finds the same in memory. Elsewhere it stays on the disk. */
function keepInMemory(folder) {
  if (isRoot && process.platform === 'linux' && os.freemem() > memoryNeeded) spawnSync('mount', ['-t', 'tmpfs', 'bailiwick-test', folder]);
}

/** Removes what runs left that were killed. `stopEngine` is asked to stop the engine of a folder. */
export async function removeLeftovers(stopEngine) {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const folder = path.join(parent, name);
    if (!isMine(folder) || isInUse(folder)) continue;
    say(`removing what an interrupted test run left in ${folder}`);
    await removeRunFolder(folder, stopEngine);
  }
}

export async function removeRunFolder(folder, stopEngine) {
  killAll(processesOf(folder).filter((each) => !isEngine(each)));
  await stopEngine(folder);
  await endAll(folder);
  for (const mount of mountsAt(folder)) spawnSync('umount', ['--lazy', mount]);
  // A mounted checkout must never be deleted through its mount point.
  const isMounted = mountsAt(folder).length > 0;
  if (isMounted) say(`${folder} stays, because something is still mounted there`);
  else spawnSync('rm', ['-rf', ...(process.platform === 'linux' ? ['--one-file-system'] : []), folder]);
}

function isMine(folder) {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  return entry !== undefined && entry.isDirectory() && entry.uid === process.getuid();
}

function isInUse(folder) {
  try {
    return isAlive(readFileSync(ownerFile(folder), 'utf8'));
  } catch {
    // Just being made by another run, or made by one that was killed at once.
    return Date.now() - lstatSync(folder).mtimeMs < 60_000;
  }
}

function ownerFile(folder) {
  return path.join(folder, 'owner');
}

async function endAll(folder) {
  for (let round = 0; round < 20; round += 1) {
    const left = processesOf(folder);
    if (left.length === 0) return;
    killAll(left);
    await sleep(100);
  }
}

/** Processes that name the folder in their arguments or environment, and those in containers whose root is below it. */
function processesOf(folder) {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.map(describe).filter((each) => `${each.command}${each.environment}${each.rootMount}`.includes(folder));
}

function describe(pid) {
  const rootMount = readProc(pid, 'mountinfo').split('\n').find((line) => line.split(' ')[4] === '/');
  return { pid: Number(pid), command: readProc(pid, 'cmdline'), environment: readProc(pid, 'environ'), rootMount: rootMount ?? '' };
}

function isEngine({ command }) {
  return /^[^\0]*(dockerd|containerd)/.test(command);
}

function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function killAll(processes) {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

/** The folder itself and everything below it, the deepest first. */
function mountsAt(folder) {
  if (process.platform !== 'linux') return [];
  const points = readFileSync('/proc/self/mountinfo', 'utf8').split('\n').map((line) => line.split(' ')[4] ?? '');
  const decoded = points.map((point) => point.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8))));
  return decoded.filter((point) => point.startsWith(`${folder}/`) || point === folder).sort((a, b) => b.length - a.length);
}

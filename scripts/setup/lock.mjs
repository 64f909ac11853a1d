import { appendFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isAlive } from './processes.mjs';
import { say } from './say.mjs';

let held;

/** Runs the work while no other set-up of this cache works. A dead owner's lock is taken over. */
export async function withLock(folder, work) {
  const file = path.join(folder, 'set-up.lock');
  await acquire(file);
  held = file;
  try {
    return await work();
  } finally {
    held = undefined;
    rmSync(file, { force: true });
  }
}

/** A child outlives its killed parent. Noted here, it is ended by the set-up that takes the lock over. */
export function endWithLock(pid) {
  if (held && pid) appendFileSync(held, `${identify(pid)}\n`);
}

async function acquire(file) {
  for (let waited = 0; !tryAcquire(file); waited += 1) {
    if (waited === 2) say('another set-up is at work; waiting for it');
    await sleep(300);
  }
}

function tryAcquire(file) {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, `${identify(process.pid)}\n`);
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeIfStale(file);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

function removeIfStale(file) {
  const content = read(file);
  if (content === undefined) return;
  const [owner, ...children] = content.trim().split('\n');
  if (isAlive(owner)) return;
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    // Someone else may have taken the lock between reading and renaming: give it back.
    if (read(aside) !== content) linkSync(aside, file);
    else endAll(children);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

function endAll(identities) {
  // Elsewhere a pid says too little about which process it is.
  if (process.platform !== 'linux') return;
  for (const identity of identities.filter(isAlive)) {
    try {
      process.kill(Number(identity.split(' ')[0]), 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

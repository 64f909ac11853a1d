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

/** A child outlives its killed parent, so the lock stays taken until the child has ended as well. */
export function adopt(pid) {
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
  const owners = read(file);
  if (owners === undefined || owners.trim().split('\n').some(isAlive)) return;
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    // Someone else may have taken the lock between reading and renaming: give it back.
    if (read(aside) !== owners) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

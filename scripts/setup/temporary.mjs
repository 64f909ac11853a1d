import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Work in progress. What is complete is renamed out of it, so whatever is still in it may be deleted. */
export function temporaryFolder(cache) {
  const parent = parentIn(cache);
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(path.join(parent, 'work-'));
}

/** Only while holding the set-up lock: then nobody is at work in there. */
export function removeTemporaryFolders(cache) {
  rmSync(parentIn(cache), { recursive: true, force: true });
}

function parentIn(cache) {
  return path.join(cache, 'unfinished');
}

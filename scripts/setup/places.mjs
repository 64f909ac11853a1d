import { accessSync, constants, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
export const isRoot = process.getuid?.() === 0;

/** Outside the checkout, so that a fresh clone finds what an earlier one fetched or built. */
export function cacheFolder() {
  const folder = cachePath();
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

function cachePath() {
  const xdg = process.env.XDG_CACHE_HOME;
  if (xdg && path.isAbsolute(xdg)) return path.join(xdg, 'bailiwick');
  // The tests of root run as an ordinary user, who cannot enter root's home.
  if (isRoot) return '/var/cache/bailiwick';
  return path.join(os.homedir(), '.cache', 'bailiwick');
}

/** An executable's full path; the folders of system programs count too, an ordinary user's PATH may lack them. */
export function pathOf(command) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  return folders.map((folder) => path.join(folder, command)).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

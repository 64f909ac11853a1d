import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { isRoot } from '../setup/places.mjs';

/** Why Chromium cannot put its own sandbox around the window's pages here, or undefined when it can. */
export function sandboxProblem(electron) {
  if (process.platform !== 'linux') return undefined;
  if (isRoot) return 'it does not work for root';
  return sandboxProblemOf(electron, []);
}

/** The same for another user: `prefix` is the command that becomes that user. */
export function sandboxProblemOf(electron, prefix) {
  if (hasSetuidHelper(electron)) return undefined;
  const [command, ...args] = [...prefix, 'unshare', '--user', '--map-root-user', 'true'];
  if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return undefined;
  const helper = path.join(electron.folder, 'chrome-sandbox');
  return `this system lets ordinary users make no namespaces; to allow it for Electron: sudo chown root '${helper}' && sudo chmod 4755 '${helper}'`;
}

function hasSetuidHelper({ folder }) {
  const helper = statSync(path.join(folder, 'chrome-sandbox'), { throwIfNoEntry: false });
  return helper !== undefined && helper.uid === 0 && (helper.mode & 0o4000) !== 0;
}

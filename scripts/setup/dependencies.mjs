import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { npm } from './npm.mjs';
import { root } from './places.mjs';
import { say, sayingSo, seconds } from './say.mjs';

/** Makes node_modules what package-lock.json says. */
export async function installDependencies() {
  const reason = whyInstall();
  if (!reason) return;
  const begun = Date.now();
  say(`installing the packages of package-lock.json, because ${reason} (about a minute)`);
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await sayingSo('installing packages', () => npm(args, { cwd: root }));
  say(`packages installed in ${seconds(begun)}`);
}

export function whyInstall() {
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = installedPackages();
  if (!installed) return 'they are not there, or not whole';
  const differs = Object.keys(wanted).find((name) => name !== '' && !isAsWanted(wanted[name], installed[name]));
  if (differs) return `${differs} is not the wanted one`;
  const gone = Object.keys(installed).find((name) => !existsSync(path.join(root, name)));
  return gone && `${gone} is gone`;
}

/** An optional package of another platform is not installed, and need not be. */
function isAsWanted(wanted, installed) {
  if (!installed) return wanted.optional === true;
  return installed.version === wanted.version && installed.integrity === wanted.integrity;
}

/** npm writes this file last, so it is missing after an interrupted installation, or cut off. */
function installedPackages() {
  try {
    return JSON.parse(readFileSync(path.join(root, 'node_modules/.package-lock.json'), 'utf8'))?.packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathOf } from './places.mjs';
import { run } from './run.mjs';

/** Runs npm without a shell. */
export function npm(args, options) {
  return run(process.execPath, [path.join(npmFolder(), 'bin/npm-cli.js'), ...args], options);
}

/** The npm that runs this script, else the one beside Node. */
export function npmFolder() {
  const found = candidates().find((folder) => existsSync(path.join(folder, 'bin/npm-cli.js')));
  if (!found) throw new Error('npm was not found; it comes with Node, see https://nodejs.org');
  return found;
}

function candidates() {
  const nodeFolder = path.dirname(process.execPath);
  const onPath = pathOf('npm');
  const ofScript = process.env.npm_execpath;
  return [
    ...(ofScript ? [path.resolve(ofScript, '../..')] : []),
    path.join(nodeFolder, '../lib/node_modules/npm'),
    path.join(nodeFolder, 'node_modules/npm'),
    ...(onPath ? [path.resolve(realpathSync(onPath), '../..')] : []),
  ];
}

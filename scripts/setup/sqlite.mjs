import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { npmFolder } from './npm.mjs';
import { root } from './places.mjs';
import { run } from './run.mjs';
import { say, sayingSo, seconds } from './say.mjs';
import { temporaryFolder } from './temporary.mjs';

const packageFolder = path.join(root, 'node_modules/better-sqlite3');
const inUse = path.join(packageFolder, 'build/Release/better_sqlite3.node');
export const neededLevel = 10;

/** The package's own binary needs Node-API 10. Older Node or Electron gets one that is built from the same source. */
export async function installSqlite(cache, lowest) {
  if (lowest >= neededLevel) return rmSync(path.dirname(inUse), { recursive: true, force: true });
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
  const built = path.join(cache, `better-sqlite3-${version}-napi${lowest}-${process.platform}-${process.arch}.node`);
  if (!existsSync(built)) await build(cache, built, lowest);
  if (isSame(built, inUse)) return;
  mkdirSync(path.dirname(inUse), { recursive: true });
  copyFileSync(built, `${inUse}.new`);
  renameSync(`${inUse}.new`, inUse);
}

async function build(cache, built, level) {
  const begun = Date.now();
  const temporary = temporaryFolder(cache);
  say(`building better-sqlite3 from source, because Node-API ${level} is older than its binary needs (about two minutes, once)`);
  try {
    const source = path.join(temporary, 'better-sqlite3');
    cpSync(packageFolder, source, { recursive: true, filter: (from) => !/[\\/](build|prebuilds)$/.test(from) });
    await sayingSo('building', () => compile(source));
    renameSync(path.join(source, 'build/Release/better_sqlite3.node'), built);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  say(`better-sqlite3 built in ${seconds(begun)}`);
}

function compile(cwd) {
  const nodeGyp = path.join(npmFolder(), 'node_modules/node-gyp/bin/node-gyp.js');
  const args = [nodeGyp, 'rebuild', '--release', '--force_build=1', '--jobs=max', ...headers()];
  const env = {
    ...process.env,
    NODE_PATH: path.join(root, 'node_modules'),
    CXXFLAGS: '-UNAPI_VERSION -DNAPI_VERSION=2147483647 -DNAPI_EXPERIMENTAL',
  };
  return run(process.execPath, args, { cwd, env });
}

/** Node's own headers beside it, when they are there; else node-gyp downloads them. */
function headers() {
  const prefix = path.resolve(path.dirname(process.execPath), '..');
  const given = process.env.npm_config_nodedir;
  const folder = [given, prefix].find((each) => each && existsSync(path.join(each, 'include/node/node_api.h')));
  return folder ? [`--nodedir=${folder}`] : [];
}

function isSame(built, used) {
  const size = statSync(used, { throwIfNoEntry: false })?.size;
  return size === statSync(built).size && readFileSync(used).equals(readFileSync(built));
}

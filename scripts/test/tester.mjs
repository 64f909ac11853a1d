import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isRoot } from '../setup/places.mjs';
import { run } from '../setup/run.mjs';
import { say } from '../setup/say.mjs';

const name = 'bailiwick-test';
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/**
 * The ordinary user who looks at the window: for root a system user of its own, else the one who runs the tests.
 * `prefix` is the command that becomes that user, `see` gives the path under which that user can read a folder.
 */
export async function becomeTester(runFolder) {
  const home = path.join(runFolder, 'user');
  for (const folder of ['', 'tmp', 'output']) mkdirSync(path.join(home, folder), { recursive: true });
  const own = { HOME: home, TMPDIR: path.join(home, 'tmp') };
  if (!isRoot) return { gid: os.userInfo().gid, home, prefix: [], env: { ...process.env, ...own }, see: (folder) => folder };
  const { uid, gid } = await systemUser();
  for (const folder of ['', 'tmp', 'output']) chownSync(path.join(home, folder), uid, gid);
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--inh-caps=-all', '--'];
  const see = (folder) => visiblePath(folder, runFolder, prefix);
  const node = await see(path.dirname(process.execPath));
  return { gid, home, prefix, env: { ...own, PATH: `${node}:${systemPath}`, LANG: 'C.UTF-8' }, see };
}

async function systemUser() {
  const known = lookUp();
  if (known) return known;
  say(`adding the system user ${name}, because the window is tested as an ordinary user`);
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', name]);
  return lookUp();
}

function lookUp() {
  const { status, stdout } = spawnSync('getent', ['passwd', name], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [, , uid, gid] = stdout.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** A folder below one that is closed to the tester is shown to them elsewhere; its permissions stay as they are. */
async function visiblePath(folder, runFolder, prefix) {
  if (isReadable(folder, prefix)) return folder;
  const shown = path.join(runFolder, 'shown', folder.replaceAll(path.sep, '_'));
  if (isReadable(shown, prefix)) return shown;
  mkdirSync(shown, { recursive: true });
  await run('mount', ['--bind', folder, shown]).then(() => run('mount', ['-o', 'remount,bind,ro', shown])).catch(() => undefined);
  if (isReadable(shown, prefix)) return shown;
  say(`copying ${folder} for the tester, who cannot read it in place`);
  const copy = `${shown}-copy`;
  await run('cp', ['-a', folder, copy]);
  await run('chmod', ['-R', 'a+rX', copy]);
  return copy;
}

function isReadable(folder, prefix) {
  if (!existsSync(folder)) return false;
  const samples = ['.', 'package.json', 'node_modules', 'node_modules/playwright/cli.js', 'out/main/main.js', 'electron', 'node', 'resources/app/main.mjs'];
  const there = samples.map((sample) => path.join(folder, sample)).filter((file) => existsSync(file));
  const check = 'for file; do test -r "$file" || exit 1; done';
  const [command, ...args] = [...prefix, 'sh', '-c', check, 'sh', ...there];
  return spawnSync(command, args, { cwd: '/' }).status === 0;
}

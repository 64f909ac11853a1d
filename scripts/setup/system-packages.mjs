import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRoot, pathOf } from './places.mjs';
import { run } from './run.mjs';
import { say, sayingSo, seconds } from './say.mjs';

/** Names in a row are one package under its names in different releases. A command found elsewhere counts as installed. */
const needs = [
  { names: ['libgtk-3-0t64', 'libgtk-3-0'] },
  { names: ['libnss3'] },
  { names: ['libasound2t64', 'libasound2'] },
  { names: ['libgbm1'] },
  { names: ['libxss1'] },
  { names: ['libxtst6'] },
  { names: ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'] },
  { names: ['dbus'], command: 'dbus-daemon' },
  { names: ['unzip'], command: 'unzip' },
  { names: ['python3'], command: 'python3' },
  { names: ['make'], command: 'make' },
  { names: ['g++'], command: 'g++' },
  { names: ['xvfb'], command: 'xvfb-run', forTests: true },
  { names: ['xauth'], command: 'xauth', forTests: true },
  { names: ['docker.io'], command: 'dockerd', forTests: true },
  { names: ['openssh-client'], command: 'ssh', forTests: true },
  { names: ['openssl'], command: 'openssl', forTests: true },
  { names: ['iptables'], command: 'iptables', forTests: true },
  { names: ['busybox-static'], forTests: true },
  { names: ['podman'], command: 'podman', forFullTests: true },
  { names: ['catatonit'], command: 'catatonit', forFullTests: true },
];

/**
 * What the window, the compiler and a private container engine need from Debian or Ubuntu. Root gets all of it; others are
 * told what is missing, and while they do not run the tests not what only those need.
 */
export async function installSystemPackages({ forTests, full = false }) {
  if (!existsSync('/etc/debian_version') || !pathOf('apt-get')) return;
  const missing = await missingAmong(needs.filter((need) => (need.forFullTests ? full : isRoot || forTests || !need.forTests)));
  if (missing.length === 0) return;
  if (isRoot) return install(missing);
  say('system packages are missing, and only root can add them. Run this once, then start again:');
  say(`  sudo apt-get install --no-install-recommends ${(await known(missing)).join(' ')}`);
}

async function missingAmong(wanted) {
  const candidates = wanted.filter((need) => !need.command || !pathOf(need.command));
  if (candidates.length === 0) return [];
  const installed = await installedAmong(candidates.flatMap((need) => need.names));
  return candidates.filter((need) => !need.names.some((name) => installed.has(name)));
}

async function installedAmong(names) {
  const format = '${Package} ${db:Status-Status}\\n';
  // Exits with 1 when it does not know one of the names, which is an answer as well.
  const script = 'dpkg-query -W -f "$0" "$@" 2>/dev/null || true';
  const lines = await run('sh', ['-c', script, format, ...names]);
  return new Set(lines.split('\n').filter((line) => line.endsWith(' installed')).map((line) => line.split(' ')[0]));
}

async function install(missing) {
  const begun = Date.now();
  say(`adding system packages for the window, the compiler and the engine: ${(await known(missing)).join(' ')}`);
  await sayingSo('adding system packages', async () => {
    try {
      await updateAndInstall(missing);
    } catch (error) {
      // An earlier one that was cut off may still be at work, or have left packages half installed.
      say(`trying that again: ${firstLine(error)}`);
      await sleep(10_000);
      await packageTool('dpkg', ['--configure', '-a']).catch(() => undefined);
      await updateAndInstall(missing);
    }
  });
  say(`system packages added in ${seconds(begun)}`);
}

async function updateAndInstall(missing) {
  // One unreachable source of several makes this fail, though the others may be enough.
  await packageTool('apt-get', ['update', '-q']).catch((error) => say(`apt-get update complained: ${firstLine(error)}`));
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
  await packageTool('apt-get', ['install', ...options, ...(await known(missing))]);
}

function packageTool(command, args) {
  return run(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, survives: true });
}

/** The name under which this release has the package. */
async function known(missing) {
  const listed = new Set((await run('apt-cache', ['pkgnames'])).split('\n'));
  return missing.map((need) => need.names.find((name) => listed.has(name)) ?? need.names.at(-1));
}

function firstLine(error) {
  return error.message.split('\n')[0];
}
